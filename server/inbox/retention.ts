import { type Kysely, sql } from 'kysely'
import { repeatUntilDone } from '../lib/batches.ts'
import type { Tables } from '../lib/tables.ts'
import { nextTurn } from '../lib/turns.ts'
import { NOTIFICATION_DAYS } from '../messages/messages.queries.ts'
import { clearBell } from '../notifications/notifications.queries.ts'
import type { InboxNumber } from './inbox.queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** Retention of inbox events; a device offline for longer starts from a new snapshot (decision 43). */
const RETENTION_DAYS = 30
/** The index `inboxes_full` of SQLite finds those with more. */
const RETENTION_EVENTS = 5000
/** Rows per list and per transaction: other writers and the event loop wait for a short time only (X1). */
const BATCH = 200

type Database = Kysely<Tables>

/** Deletes old inbox events and old notifications (decision 43); returns the inboxes with a new event. */
export async function pruneInboxes(db: Database, nowMs = Date.now()): Promise<InboxNumber[]> {
  const daysAgo = (days: number) => new Date(nowMs - days * DAY_MS).toISOString()
  await trimAll(db, () => listAgedInboxes(db, daysAgo(RETENTION_DAYS)))
  await trimAll(db, () => listFullInboxes(db))
  return expireNotifications(db, daysAgo(NOTIFICATION_DAYS))
}

/** The events of an inbox to be deleted, from its first one. */
type Trim = { user_id: string; from: number; to: number }

async function trimAll(db: Database, list: () => Promise<Trim[]>): Promise<void> {
  for (let trims = await list(); trims.length > 0; trims = await list()) {
    for (const trim of trims) await trimInbox(db, trim)
  }
}

async function trimInbox(db: Database, { user_id, from, to }: Trim): Promise<void> {
  for (let start = from; start <= to; start += BATCH) {
    const seq = Math.min(to, start + BATCH - 1)
    await db.transaction().execute(async (tx) => {
      await tx
        .updateTable('inboxes')
        .set({ first_seq: seq + 1 })
        .where('user_id', '=', user_id)
        .where('first_seq', '<=', seq)
        .execute()
      await tx.deleteFrom('inbox_events').where('user_id', '=', user_id).where('seq', '<=', seq).execute()
      // The commit writes as many pages.
      await nextTurn()
    })
    await nextTurn()
  }
}

async function listAgedInboxes(db: Database, before: string): Promise<Trim[]> {
  const events = await db
    .selectFrom('inbox_events')
    .select(['user_id', 'seq'])
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(BATCH)
    .execute()
  const trims = new Map<string, Trim>()
  for (const { user_id, seq } of events) {
    const { from, to } = trims.get(user_id) ?? { from: seq, to: seq }
    trims.set(user_id, { user_id, from: Math.min(from, seq), to: Math.max(to, seq) })
  }
  return [...trims.values()]
}

async function listFullInboxes(db: Database): Promise<Trim[]> {
  const inboxes = await db
    .selectFrom('inboxes')
    .select(['user_id', 'first_seq', 'last_seq'])
    .where((eb) => eb('last_seq', '>=', eb('first_seq', '+', sql.lit(RETENTION_EVENTS))))
    .limit(BATCH)
    .execute()
  return inboxes.map(({ user_id, first_seq, last_seq }) => ({
    user_id,
    from: first_seq,
    to: last_seq - RETENTION_EVENTS,
  }))
}

/** Open ones are cleared before their rows are deleted, so that all devices show the same count. */
async function expireNotifications(db: Database, before: string): Promise<InboxNumber[]> {
  const changed = new Map<string, InboxNumber>()
  await repeatUntilDone(async () => {
    const expired = await db
      .selectFrom('notifications')
      .select(['id', 'receiver_id', 'inbox_seq', 'cleared_at'])
      .where('created_at', '<', before)
      .orderBy('created_at')
      .limit(BATCH)
      .execute()
    const open = expired.filter(({ cleared_at }) => cleared_at === null)
    for (const [receiverId, own] of Map.groupBy(open, ({ receiver_id }) => receiver_id)) {
      const upTo = Math.max(...own.map(({ inbox_seq }) => inbox_seq ?? 0))
      const cleared = await clearBell(db, receiverId, upTo)
      if (cleared) changed.set(receiverId, cleared)
      await nextTurn()
    }
    const ids = expired.map(({ id }) => id)
    if (ids.length > 0) await db.deleteFrom('notifications').where('id', 'in', ids).execute()
    return expired.length < BATCH
  })
  return [...changed.values()]
}
