import { Cleared, ConversationState, type InboxEvent } from '#contract/inbox.ts'
import type { Db } from '../lib/db.ts'
import { parseJson } from '../lib/mapping.ts'
import { type MessageRow, toMessage, toNewMessage } from '../messages/message-rows.ts'
import { listMessagesById } from '../messages/messages.queries.ts'
import { loadQuotes } from '../messages/quotes.queries.ts'
import {
  listNotificationsById,
  loadPeople,
  messageNotification,
  toNotification,
} from '../notifications/notifications.queries.ts'
import type { EventRow, InboxRange } from './event-rows.ts'
import { findInbox } from './inbox.queries.ts'
import type { RecentEvents } from './recent-events.ts'

/** The limit of one `sync` (decision 43). */
const MAX_EVENTS = 200

/** The result of `sync`: the events after a number, or `reset` if some of them are no longer stored (decision 43). */
export async function readInboxAfter(db: Db, userId: string, after: number) {
  const inbox = await findInbox(db, userId)
  if (after < inbox.first_seq - 1 || after > inbox.last_seq) {
    return { events: [], last: inbox.last_seq, more: false, reset: true }
  }
  const events = await listEventsAfter(db, userId, after)
  const reached = events.at(-1)?.inboxSeq ?? after
  return { events, last: Math.max(inbox.last_seq, reached), more: reached < inbox.last_seq, reset: false }
}

async function listEventsAfter(db: Db, userId: string, after: number): Promise<InboxEvent[]> {
  const rows = await db
    .selectFrom('inbox_events')
    .select(['user_id', 'seq', 'kind', 'subject', 'ref_id', 'data'])
    .where('user_id', '=', userId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(MAX_EVENTS)
    .execute()
  return withContent(db, rows)
}

/** The events in these ranges, grouped by user in their order. Ranges in `recent` are not read. */
export async function listEventsWithin(db: Db, ranges: readonly InboxRange[], recent?: RecentEvents) {
  const cached = ranges.map((range) => recent?.within(range))
  const missing = ranges.filter((_, index) => cached[index] === undefined)
  const rows = [
    ...cached.flatMap((found) => found ?? []),
    ...(missing.length > 0 ? await listRows(db, missing) : []),
  ]
  const inboxes = new Map(ranges.map(({ userId }) => [userId, [] as InboxEvent[]]))
  for (const [index, event] of (await withContent(db, rows, recent?.messages)).entries()) {
    inboxes.get(rows[index]?.user_id ?? '')?.push(event)
  }
  return [...inboxes].map(([userId, events]) => ({ userId, events }))
}

const listRows = (db: Db, ranges: readonly InboxRange[]): Promise<EventRow[]> =>
  db
    .selectFrom('inbox_events')
    .select(['user_id', 'seq', 'kind', 'subject', 'ref_id', 'data'])
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

/** Adds to each event the message or notification of an active sender, in three queries for all of them. */
async function withContent(
  db: Db,
  rows: readonly EventRow[],
  cached: ReadonlyMap<string, MessageRow> = new Map(),
): Promise<InboxEvent[]> {
  const refs = [...new Set(rows.flatMap(({ ref_id }) => ref_id ?? []))]
  // Deleted since they were cached.
  const changed = new Set(
    rows.flatMap(({ subject, ref_id }) => (subject === 'message' ? (ref_id ?? []) : [])),
  )
  const unread = refs.filter((id) => !cached.has(id) || changed.has(id))
  const messages = byId([
    ...refs.flatMap((id) => (changed.has(id) ? [] : (cached.get(id) ?? []))),
    ...(unread.length > 0 ? await listMessagesById(db, unread) : []),
  ])
  const quotes = await loadQuotes(db, [...messages.values()])
  const others = refs.filter((id) => !messages.has(id))
  const stored = byId(others.length > 0 ? await listNotificationsById(db, others) : [])
  const notifications = byId(
    rows.flatMap(({ kind, ref_id }) => {
      const message = messages.get(ref_id ?? '')
      const row = message ? messageNotification(message) : stored.get(ref_id ?? '')
      return kind === 'getNotification' && row ? [row] : []
    }),
  )
  const people = await loadPeople(
    db,
    [...messages.values(), ...notifications.values()].flatMap((row) => [row.sender_id, row.receiver_id]),
  )
  return rows.map(({ user_id, seq, kind, subject, ref_id, data }): InboxEvent => {
    const message = messages.get(ref_id ?? '')
    if (kind === 'newMessage' && message && people.has(message.sender_id)) {
      return { inboxSeq: seq, event: 'newMessage', data: toNewMessage(message, user_id, quotes) }
    }
    if (subject === 'message' && message && people.has(message.sender_id)) {
      return { inboxSeq: seq, event: 'messageChanged', data: toMessage(message, user_id, quotes) }
    }
    if (subject === 'conversation' && data !== null) {
      return { inboxSeq: seq, event: 'conversationChanged', data: parseJson(ConversationState, data) }
    }
    const notification = notifications.get(ref_id ?? '')
    if (kind === 'getNotification' && notification && people.has(notification.sender_id)) {
      return { inboxSeq: seq, event: 'getNotification', data: toNotification(notification, people) }
    }
    // A `cleared` without data: its subject was erased, or its sender is deactivated, which has an event of
    // its own with the counts. The number is still used, so that no device sees a gap.
    const cleared = data === null ? { upTo: 0, unread: 0 } : parseJson(Cleared, data)
    return { inboxSeq: seq, event: 'cleared', data: cleared }
  })
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
