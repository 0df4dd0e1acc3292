import type { Selectable } from 'kysely'
import type { Cleared } from '#contract/inbox.ts'
import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import { type InboxNumber, insertInboxEvents, lockInboxes } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { listedPicture } from '../lib/listed.ts'
import { prepared, preparedForIds } from '../lib/prepared.ts'
import type { Tables } from '../lib/tables.ts'
import type { MessageRow } from '../messages/message-rows.ts'

const COLUMNS = ['id', 'type', 'sender_id', 'receiver_id', 'project_id', 'inbox_seq', 'created_at'] as const

export type NotificationRow = Pick<Selectable<Tables['notifications']>, (typeof COLUMNS)[number]>
export type Person = Notification['user']
/** Active people by id. */
export type People = ReadonlyMap<string, Person>

/** With the current names of the accounts, never those that a client sent (S4). */
export function toNotification(row: NotificationRow, people: People): Notification {
  const personOf = (id: string) => people.get(id) ?? { _id: id, name: '', surname: '', avatar: '' }
  const sender = personOf(row.sender_id)
  return {
    _id: row.id,
    type: row.type,
    senderId: row.sender_id,
    senderName: fullName(sender),
    receiverId: row.receiver_id,
    receiverName: fullName(personOf(row.receiver_id)),
    createdAt: row.created_at,
    projectId: row.project_id,
    user: sender,
  }
}

const fullName = ({ name, surname }: Person) => `${name} ${surname}`.trim()

/** The type 1 notification of a message; its inbox number follows the message's. */
export const messageNotification = (message: MessageRow): NotificationRow => ({
  id: message.id,
  type: NOTIFICATION_TYPES.message,
  sender_id: message.sender_id,
  receiver_id: message.receiver_id,
  project_id: null,
  inbox_seq: message.inbox_seq === null ? null : message.inbox_seq + 1,
  created_at: message.created_at,
})

/** Those of these people who are active: nobody gets the name of a deactivated one (decision 36). */
export async function loadPeople(db: Db, ids: readonly string[]): Promise<People> {
  const rows = await listNames(db, [...new Set(ids)])
  return new Map(
    rows.map(({ id, avatar, ...person }) => [id, { _id: id, ...person, avatar: listedPicture(avatar) }]),
  )
}

const listNames = preparedForIds((db, ids) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'avatar'])
    .where('id', 'in', ids)
    .where('deactivated_at', 'is', null),
)

/** Open notifications of active senders, as the bell counts them (NOTIF-02). */
const openBell = (db: Db, userId: string) =>
  db
    .selectFrom('notifications')
    .innerJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .where('receiver_id', '=', userId)
    .where('cleared_at', 'is', null)
    .where('sender.deactivated_at', 'is', null)

export async function countBell(db: Db, userId: string): Promise<number> {
  const [row] = await countOpen(db, { userId })
  return Number(row?.count ?? 0)
}

const countOpen = prepared((db, { userId }: { userId: string }) =>
  openBell(db, userId).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** The newest first. */
export const listBell = prepared((db, { userId, limit }: { userId: string; limit: number }) =>
  openBell(db, userId)
    .select(COLUMNS.map((name) => `notifications.${name}` as const))
    .orderBy('notifications.created_at', 'desc')
    .limit(limit),
)

export const listNotificationsById = preparedForIds((db, ids) =>
  db.selectFrom('notifications').select(COLUMNS).where('id', 'in', ids),
)

/**
 * Clears the bell up to an inbox number (all without one), for every device. Returns undefined when nothing was open.
 */
export async function clearBell(
  tx: Tx,
  userId: string,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<InboxNumber | undefined> {
  const cleared = await tx
    .updateTable('notifications')
    .set({ cleared_at: now() })
    .where('receiver_id', '=', userId)
    .where('cleared_at', 'is', null)
    .where((eb) => eb(eb.fn.coalesce('inbox_seq', eb.lit(0)), '<=', upTo))
    .returning('inbox_seq')
    .execute()
  if (cleared.length === 0) return undefined
  // A concurrent notification has a lower number, and is counted here, or a higher one.
  await lockInboxes(tx, [userId])
  const data: Cleared = {
    scope: 'bell',
    upTo: Math.max(...cleared.map((row) => row.inbox_seq ?? 0)),
    unread: await countBell(tx, userId),
  }
  const [seq = 0] = await insertInboxEvents(tx, [{ userId, kind: 'cleared', data }])
  return { userId, seq }
}
