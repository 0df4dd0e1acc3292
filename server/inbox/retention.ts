import type { Kysely } from 'kysely'
import { deleteOlder } from '../lib/batches.ts'
import type { Tables } from '../lib/tables.ts'
import { nextTurn } from '../lib/turns.ts'
import { NOTIFICATION_DAYS } from '../messages/messages.queries.ts'
import { clearBell } from '../notifications/notifications.queries.ts'
import type { InboxNumber } from './inbox.queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** Retention of inbox events; a device offline for longer starts from a new snapshot (decision 43). */
const RETENTION_DAYS = 30
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
    .where((eb) => eb('last_seq', '>=', eb('first_seq', '+', RETENTION_EVENTS)))
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
  const changed: InboxNumber[] = []
  for (;;) {
    const open = await db
      .selectFrom('notifications')
      .select((eb) => ['receiver_id', eb.fn.max('inbox_seq').as('seq')])
      .where('created_at', '<', before)
      .where('cleared_at', 'is', null)
      .groupBy('receiver_id')
      .limit(BATCH)
      .execute()
    for (const { receiver_id, seq } of open) {
      const cleared = await db.transaction().execute((tx) => clearBell(tx, receiver_id, seq ?? 0))
      if (cleared) changed.push(cleared)
      await nextTurn()
    }
    if (open.length < BATCH) break
  }
  await deleteOlder(db, 'notifications', 'created_at', before)
  return changed
}
