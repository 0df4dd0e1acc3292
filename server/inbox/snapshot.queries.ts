import { sql } from 'kysely'
import type { InboxSnapshot } from '#contract/inbox.ts'
import type { Notification } from '#contract/notifications.ts'
import type { Numbered } from '#contract/realtime.ts'
import type { Db, Tx } from '../lib/db.ts'
import { prepared } from '../lib/prepared.ts'
import { nextTurn } from '../lib/turns.ts'
import { listUnreadMessages } from '../messages/messages.queries.ts'
import {
  countBell,
  listBell,
  loadPeople,
  messageNotification,
  toNotification,
} from '../notifications/notifications.queries.ts'
import { findInbox } from './inbox.queries.ts'

/** Stored notifications that are sent again on connecting (decision 43). */
const MAX_STORED = 100

/** Runs reads in one transaction with snapshot isolation, on both engines. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

/** From here on an inbox is read in several turns of the event loop (X1); others in one, since all reconnect at once. */
const LARGE = 1000

/** The state for a connecting device. */
export async function readInbox(tx: Tx, userId: string) {
  const snapshot = await readInboxSnapshot(tx, userId)
  if (snapshot.bell > LARGE || Object.keys(snapshot.unread).length > LARGE) await nextTurn()
  const isCleared = snapshot.bell === 0 && Object.keys(snapshot.unread).length === 0
  return { snapshot, stored: isCleared ? [] : await listStoredNotifications(tx, userId) }
}

/** Without items of deactivated senders (decision 36). */
export async function readInboxSnapshot(tx: Tx, userId: string): Promise<InboxSnapshot> {
  const { last_seq } = await findInbox(tx, userId)
  const sides = await listUnreadSides(tx, { userId })
  const marked = await listMarkedSides(tx, { userId })
  const idsOf = (isIn: (side: (typeof marked)[number]) => boolean) =>
    marked
      .filter(isIn)
      .map(({ peer_id }) => peer_id)
      .sort()
  const requests = idsOf((side) => side.requested_at !== null && side.declined_at === null)
  const muted = idsOf((side) => side.muted_at !== null)
  const blocked = (await listBlockedIds(tx, { userId })).map(({ peer_id }) => peer_id).sort()
  if (sides.length > LARGE) await nextTurn()
  return {
    last: last_seq,
    unread: Object.fromEntries(sides.map((side) => [side.peer_id, side.unread_count])),
    bell: await countBell(tx, userId),
    ...(requests.length > 0 && { requests }),
    ...(muted.length > 0 && { muted }),
    ...(blocked.length > 0 && { blocked }),
  }
}

const listUnreadSides = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as peer', 'peer.id', 'side.peer_id')
    .select(['side.peer_id', 'side.unread_count'])
    .where('side.user_id', '=', userId)
    .where('side.unread_count', '>', 0)
    .where('peer.deactivated_at', 'is', null),
)

/** The cap of one person, far above honest use (X2). */
const MAX_MARKED = 1000

const listMarkedSides = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('conversation_sides')
    .select(['peer_id', 'requested_at', 'declined_at', 'muted_at'])
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('requested_at', 'is not', null), eb('muted_at', 'is not', null)]))
    .orderBy('last_message_at', 'desc')
    .limit(sql.lit(MAX_MARKED)),
)

const listBlockedIds = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('blocks').select('peer_id').where('user_id', '=', userId).limit(sql.lit(MAX_MARKED)),
)

/** The newest 100 open notifications of all types, oldest first (decision 43). */
export async function listStoredNotifications(tx: Tx, userId: string): Promise<Numbered<Notification>[]> {
  const messages = await listUnreadMessages(tx, userId, MAX_STORED)
  const bell = await listBell(tx, { userId, limit: MAX_STORED })
  const rows = [...messages.map(messageNotification), ...bell]
  const people = await loadPeople(tx, [userId, ...rows.map((row) => row.sender_id)])
  return (
    rows
      // The clock does not order concurrent transactions; the inbox number does.
      .sort((a, b) => (a.inbox_seq ?? 0) - (b.inbox_seq ?? 0) || a.created_at.localeCompare(b.created_at))
      .slice(-MAX_STORED)
      .map((row) => ({ ...toNotification(row, people), inboxSeq: row.inbox_seq ?? 0 }))
  )
}
