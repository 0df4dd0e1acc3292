import type { Selectable } from 'kysely'
import type { InboxEvent, InboxSnapshot } from '#contract/inbox.ts'
import { NOTIFICATION_TYPES, type Notification } from '#contract/notifications.ts'
import type { Numbered } from '#contract/realtime.ts'
import type { Db } from '../lib/db.ts'
import { prepared } from '../lib/prepared.ts'
import type { Tables } from '../lib/tables.ts'
import {
  listMessagesById,
  listUnreadMessages,
  type MessageRow,
  toMessage,
} from '../messages/messages.queries.ts'
import {
  countBell,
  listBell,
  listNotificationsById,
  loadPeople,
  type NotificationRow,
  toNotification,
} from '../notifications/notifications.queries.ts'

import type { Recent } from './recent.ts'

/** What one read gives at most (DECISION 93). */
const MAX_EVENTS = 200
/** What is sent again on connecting (DECISION 79). */
const MAX_STORED = 100

export type EventRow = Pick<
  Selectable<Tables['inbox_events']>,
  'user_id' | 'seq' | 'kind' | 'ref_id' | 'data'
>

/** Runs a read that must see one moment, on both engines. */
export const snapshot = <T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? read(db) : db.transaction().setIsolationLevel('repeatable read').execute(read)

/** Where an inbox stands, and what is not cleared of it; `tx` sees one moment. */
export async function readInbox(tx: Db, userId: string) {
  const hello = await readInboxState(tx, userId)
  const isCleared = hello.bell === 0 && Object.keys(hello.unread).length === 0
  return { hello, stored: isCleared ? [] : await listStoredNotifications(tx, userId) }
}

/** Where an inbox stands; `tx` sees one moment. Who is deactivated is not counted (DECISION 49). */
export async function readInboxState(tx: Db, userId: string): Promise<InboxSnapshot> {
  const { last_seq } = await findInbox(tx, userId)
  const sides = await findUnreadSides(tx, { userId })
  return {
    last: last_seq,
    unread: Object.fromEntries(sides.map((side) => [side.peer_id, side.unread_count])),
    bell: await countBell(tx, userId),
  }
}

const findUnreadSides = prepared((db, { userId }: { userId: string }) =>
  db
    .selectFrom('conversation_sides as side')
    .innerJoin('users as peer', 'peer.id', 'side.peer_id')
    .select(['side.peer_id', 'side.unread_count'])
    .where('side.user_id', '=', userId)
    .where('side.unread_count', '>', 0)
    .where('peer.deactivated_at', 'is', null),
)

/** What is not cleared yet, the newest 100 of all types, oldest first (DECISION 79). */
export async function listStoredNotifications(tx: Db, userId: string): Promise<Numbered<Notification>[]> {
  const messages = await listUnreadMessages(tx, userId, MAX_STORED)
  const rows = [...messages.map(announcement), ...(await listBell(tx, { userId, limit: MAX_STORED }))]
  const personOf = await loadPeople(tx, [userId, ...rows.map((row) => row.sender_id)])
  return (
    rows
      // By number: in which order two transactions read the clock does not say which of them came first.
      .sort((a, b) => (a.inbox_seq ?? 0) - (b.inbox_seq ?? 0) || a.created_at.localeCompare(b.created_at))
      .slice(-MAX_STORED)
      .map((row) => ({ ...toNotification(row, personOf), inboxSeq: row.inbox_seq ?? 0 }))
  )
}

/** The type 1 notification of a message; its inbox number is the one after the message's. */
const announcement = ({
  id,
  sender_id,
  receiver_id,
  inbox_seq,
  created_at,
}: MessageRow): NotificationRow => ({
  id,
  type: NOTIFICATION_TYPES.message,
  sender_id,
  receiver_id,
  project_id: null,
  inbox_seq: inbox_seq === null ? null : inbox_seq + 1,
  created_at,
})

/** What a device that has applied everything up to `after` still has to apply (DECISION 93). */
export async function readInboxAfter(db: Db, userId: string, after: number) {
  const inbox = await findInbox(db, userId)
  if (after < inbox.first_seq - 1 || after > inbox.last_seq) {
    return { events: [], last: inbox.last_seq, more: false, reset: true }
  }
  const events = await listInboxEvents(db, userId, after)
  const reached = events.at(-1)?.inboxSeq ?? after
  return { events, last: Math.max(inbox.last_seq, reached), more: reached < inbox.last_seq, reset: false }
}

/** The next events of an inbox in their order, at most 200. */
async function listInboxEvents(db: Db, userId: string, after: number): Promise<InboxEvent[]> {
  const rows = await db
    .selectFrom('inbox_events')
    .select(['user_id', 'seq', 'kind', 'ref_id', 'data'])
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(MAX_EVENTS)
    .execute()
  return withContent(db, rows)
}

/** The events of an inbox after one number, up to another. */
export type InboxRange = { userId: string; after: number; upTo: number }

/** What stands in these parts of several inboxes, each in its order. What is still at hand is not read. */
export async function listEventsWithin(db: Db, ranges: readonly InboxRange[], recent?: Recent) {
  const atHand = ranges.map((range) => recent?.within(range))
  const missing = ranges.filter((_, index) => atHand[index] === undefined)
  const rows = [
    ...atHand.flatMap((found) => found ?? []),
    ...(missing.length > 0 ? await readEvents(db, missing) : []),
  ]
  const inboxes = new Map(ranges.map(({ userId }) => [userId, [] as InboxEvent[]]))
  for (const [index, event] of (await withContent(db, rows, recent?.messages)).entries()) {
    inboxes.get(rows[index]?.user_id ?? '')?.push(event)
  }
  return [...inboxes].map(([userId, events]) => ({ userId, events }))
}

const readEvents = (db: Db, ranges: readonly InboxRange[]): Promise<EventRow[]> =>
  db
    .selectFrom('inbox_events')
    .select(['user_id', 'seq', 'kind', 'ref_id', 'data'])
    .where((eb) =>
      eb.or(
        ranges.map(({ userId, after, upTo }) =>
          eb.and([eb('user_id', '=', userId), eb('seq', '>', after), eb('seq', '<=', upTo)]),
        ),
      ),
    )
    .orderBy('user_id')
    .orderBy('seq')
    .execute()

/** The last numbers of these inboxes, and the first that is kept. */
export function listInboxNumbers(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('inboxes')
    .select(['user_id', 'last_seq', 'first_seq'])
    .where('user_id', 'in', userIds)
    .execute()
}

async function findInbox(db: Db, userId: string) {
  const [inbox] = await findInboxRow(db, { userId })
  return inbox ?? { last_seq: 0, first_seq: 1 }
}

const findInboxRow = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('inboxes').select(['last_seq', 'first_seq']).where('user_id', '=', userId),
)

/** Reads what the events are about: messages first, then what is left as notifications, then the people. */
async function withContent(
  db: Db,
  rows: readonly EventRow[],
  atHand: ReadonlyMap<string, MessageRow> = new Map(),
): Promise<InboxEvent[]> {
  const refs = [...new Set(rows.flatMap(({ ref_id }) => ref_id ?? []))]
  const unread = refs.filter((id) => !atHand.has(id))
  const messages = byId([
    ...refs.flatMap((id) => atHand.get(id) ?? []),
    ...(unread.length > 0 ? await listMessagesById(db, unread) : []),
  ])
  const others = refs.filter((id) => !messages.has(id))
  const notifications = byId(others.length > 0 ? await listNotificationsById(db, others) : [])
  const announced = rows.flatMap(({ kind, ref_id }) => {
    const message = messages.get(ref_id ?? '')
    const row = message ? announcement(message) : notifications.get(ref_id ?? '')
    return kind === 'getNotification' && row ? [row] : []
  })
  const announcements = byId(announced)
  const personOf = await loadPeople(
    db,
    announced.flatMap((row) => [row.sender_id, row.receiver_id]),
  )
  return rows.map(({ user_id, seq, kind, ref_id, data }): InboxEvent => {
    const message = messages.get(ref_id ?? '')
    if (kind === 'newMessage' && message) {
      return { inboxSeq: seq, event: 'newMessage', data: toMessage(message, user_id) }
    }
    const notification = announcements.get(ref_id ?? '')
    if (kind === 'getNotification' && notification) {
      return { inboxSeq: seq, event: 'getNotification', data: toNotification(notification, personOf) }
    }
    // What it was about was erased. The number stays, so that nobody asks for it again and again.
    const cleared = data === null ? { upTo: 0, unread: 0 } : JSON.parse(data)
    return { inboxSeq: seq, event: 'cleared', data: cleared }
  })
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
