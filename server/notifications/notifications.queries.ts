import type { Kysely, Selectable } from 'kysely'
import type { Page } from '#contract/endpoint.ts'
import type { Cleared } from '#contract/inbox.ts'
import { getLocale, type Language } from '#contract/locale.ts'
import { showNotification } from '#contract/notification-kinds.ts'
import {
  NOTIFICATION_TYPES,
  type Notification,
  NotificationData,
  type ReadInput,
} from '#contract/notifications.ts'
import { Id } from '#contract/values.ts'
import { findInbox, type InboxNumber, insertInboxEvents, lockInboxes } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { listedPicture } from '../lib/listed.ts'
import { runInLocale } from '../lib/locale.ts'
import { parseJson } from '../lib/mapping.ts'
import { rangeOf } from '../lib/paging.ts'
import { prepared, preparedForIds } from '../lib/prepared.ts'
import type { Tables } from '../lib/tables.ts'
import { nextTurn } from '../lib/turns.ts'
import type { MessageRow } from '../messages/message-rows.ts'

const COLUMNS = [
  ...(['id', 'type', 'kind', 'data', 'sender_id', 'receiver_id'] as const),
  ...(['project_id', 'inbox_seq', 'created_at', 'cleared_at'] as const),
] as const

export type NotificationRow = Pick<Selectable<Tables['notifications']>, (typeof COLUMNS)[number]>
export type Person = Notification['user']
/** Active people by id, and their chosen languages. */
export type People = ReadonlyMap<string, Person> & { languages: ReadonlyMap<string, Language | ''> }

/** With the current names of the accounts, never names sent by a client (S4), in the receiver's language. */
export function toNotification(row: NotificationRow, people: People): Notification {
  const personOf = (id: string) => people.get(id) ?? unknownPerson(id)
  const isByPerson = row.sender_id !== row.receiver_id
  const sender = isByPerson ? personOf(row.sender_id) : unknownPerson('')
  const senderName = fullName(sender)
  const data = parseJson(NotificationData, row.data)
  const { kind, type, project_id: projectId } = row
  const language = people.languages.get(row.receiver_id) || getLocale()
  return {
    _id: row.id,
    type,
    senderId: isByPerson ? row.sender_id : null,
    senderName,
    receiverId: row.receiver_id,
    receiverName: fullName(personOf(row.receiver_id)),
    createdAt: row.created_at,
    projectId,
    user: sender,
    data: isByPerson ? { ...data, name: senderName } : data,
    ...runInLocale(language, () => showNotification({ kind, type, data, projectId }, senderName)),
    readAt: row.cleared_at,
  }
}

const unknownPerson = (id: string): Person => ({ _id: id, name: '', surname: '', avatar: '' })
const fullName = ({ name, surname }: Person) => `${name} ${surname}`.trim()

/** The type 1 notification of a message; its inbox number follows the message's. */
export const messageNotification = (message: MessageRow): NotificationRow => ({
  id: message.id,
  type: NOTIFICATION_TYPES.message,
  kind: 'message',
  data: '{}',
  sender_id: message.sender_id,
  receiver_id: message.receiver_id,
  project_id: null,
  inbox_seq: message.inbox_seq === null ? null : message.inbox_seq + 1,
  created_at: message.created_at,
  cleared_at: null,
})

/** The active ones of these people: names of deactivated ones are never sent (decision 36). */
export async function loadPeople(db: Db, ids: readonly string[]): Promise<People> {
  const rows = await listNames(db, [...new Set(ids)])
  const people = rows.map(({ id, name, surname, avatar }) => {
    return [id, { _id: id, name, surname, avatar: listedPicture(avatar) }] as const
  })
  const languages = new Map(rows.map(({ id, language }) => [id, language]))
  return Object.assign(new Map(people), { languages })
}

const listNames = preparedForIds((db, ids) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'surname', 'avatar', 'language'])
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

/** Notifications per batch (X1). */
const PART = 200

/** The total is exact up to this many rows beyond the page, so that a page costs the same for any number. */
const COUNTED_BEYOND = 100

/** Notifications of the bell, newest first, without those of deactivated people (decision 36). */
export async function listNotifications(
  db: Db,
  userId: string,
  { unread, ...paging }: { page: number; limit: number; unread: boolean },
): Promise<Page<Notification>> {
  const of = unread ? UNREAD : ALL
  const range = rangeOf(paging)
  const rows = await of.list(db, { userId, ...range })
  const people = await loadPeople(db, [userId, ...rows.map((row) => row.sender_id)])
  const [counted] = await of.count(db, { userId, most: range.offset + range.limit + COUNTED_BEYOND })
  return { items: rows.map((row) => toNotification(row, people)), total: Number(counted?.count ?? 0) }
}

const shown = (db: Db, userId: string, unread: boolean) =>
  unread
    ? openBell(db, userId)
    : db
        .selectFrom('notifications')
        .innerJoin('users as sender', 'sender.id', 'notifications.sender_id')
        .where('receiver_id', '=', userId)
        .where('hidden_at', 'is', null)
        .where('sender.deactivated_at', 'is', null)

const listOf = (unread: boolean) => ({
  list: prepared((db, { userId, limit, offset }: { userId: string; limit: number; offset: number }) =>
    shown(db, userId, unread)
      .select(COLUMNS.map((name) => `notifications.${name}` as const))
      .orderBy('notifications.created_at', 'desc')
      // Without ids, which the index of unread rows lacks: the planner would walk all read ones instead.
      .$if(!unread, (query) => query.orderBy('notifications.id', 'desc'))
      .limit(limit)
      .offset(offset),
  ),
  count: prepared((db, { userId, most }: { userId: string; most: number }) =>
    db
      .selectFrom(shown(db, userId, unread).select('notifications.id').limit(most).as('counted'))
      .select((eb) => eb.fn.countAll<number>().as('count')),
  ),
})
const ALL = listOf(false)
const UNREAD = listOf(true)

/** Marks some as read, or one and all older ones, for every device; undefined when nothing was unread. */
export async function markRead(
  db: Kysely<Tables>,
  userId: string,
  { ids = [], upTo }: ReadInput,
): Promise<InboxNumber | undefined> {
  const last = upTo === undefined ? undefined : await findInboxSeq(db, userId, upTo)
  const older = last === undefined ? undefined : await clearBell(db, userId, last)
  const known = ids.filter((id) => Id.safeParse(id).success)
  if (known.length === 0) return older
  return (await db.transaction().execute((tx) => clearKnown(tx, userId, known))) ?? older
}

async function clearKnown(tx: Tx, userId: string, known: string[]): Promise<InboxNumber | undefined> {
  const cleared = await tx
    .updateTable('notifications')
    .set({ cleared_at: now() })
    .where('receiver_id', '=', userId)
    .where('id', 'in', known)
    .where('cleared_at', 'is', null)
    .returning('id')
    .execute()
  if (cleared.length === 0) return undefined
  return insertCleared(tx, userId, { upTo: 0, ids: cleared.map(({ id }) => id) })
}

async function findInboxSeq(db: Db, userId: string, id: string): Promise<number | undefined> {
  if (!Id.safeParse(id).success) return undefined
  const row = await db
    .selectFrom('notifications')
    .select('inbox_seq')
    .where('id', '=', id)
    .where('receiver_id', '=', userId)
    .executeTakeFirst()
  return row && (row.inbox_seq ?? 0)
}

/**
 * Clears the bell up to an inbox number (all without one), for every device, one part per transaction (X1). Returns
 * undefined when nothing was open. The last part stores the event, so that the next call completes an interrupted one.
 */
export async function clearBell(
  db: Kysely<Tables>,
  userId: string,
  upTo?: number,
): Promise<InboxNumber | undefined> {
  // One that arrives between two parts is not cleared.
  const last = upTo ?? (await findInbox(db, userId)).last_seq
  let highest: number | undefined
  const clearPart = async (tx: Tx): Promise<'more' | InboxNumber | undefined> => {
    const open = await tx
      .selectFrom('notifications')
      .select(['id', 'inbox_seq'])
      .where('receiver_id', '=', userId)
      .where('cleared_at', 'is', null)
      .where((eb) => eb(eb.fn.coalesce('inbox_seq', eb.lit(0)), '<=', last))
      .orderBy('created_at')
      .limit(PART + 1)
      .execute()
    const part = open.slice(0, PART)
    for (const { inbox_seq } of part) highest = Math.max(highest ?? 0, inbox_seq ?? 0)
    if (highest === undefined) return undefined
    if (part.length > 0) {
      await tx
        .updateTable('notifications')
        .set({ cleared_at: now() })
        // In one order everywhere, which prevents deadlocks.
        .where('id', 'in', part.map(({ id }) => id).sort())
        .where('cleared_at', 'is', null)
        .execute()
      await nextTurn()
    }
    return open.length > PART ? 'more' : insertCleared(tx, userId, { upTo: highest })
  }
  for (;;) {
    const outcome = await db.transaction().execute(clearPart)
    if (outcome !== 'more') return outcome
    await nextTurn()
  }
}

async function insertCleared(
  tx: Tx,
  userId: string,
  which: Pick<Cleared, 'upTo' | 'ids'>,
): Promise<InboxNumber> {
  // A concurrent notification has a lower number and is counted here, or a higher one.
  await lockInboxes(tx, [userId])
  const data: Cleared = { scope: 'bell', ...which, unread: await countBell(tx, userId) }
  const [seq = 0] = await insertInboxEvents(tx, [{ userId, kind: 'cleared', data }])
  return { userId, seq }
}
