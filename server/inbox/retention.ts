import type { Kysely } from 'kysely'
import { deleteOlder } from '../lib/batches.ts'
import type { Tables } from '../lib/tables.ts'
import { NOTIFICATION_DAYS } from '../messages/messages.queries.ts'
import { clearBell } from '../notifications/notifications.queries.ts'
import type { InboxNumber } from './inbox.queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** Retention of inbox events; a device offline for longer starts from a new snapshot (decision 43). */
const RETENTION_DAYS = 30
const RETENTION_EVENTS = 5000
/** Rows per transaction, which blocks other writers for a short time only. */
const BATCH = 200

type Database = Kysely<Tables>

/** Deletes old inbox events and old notifications (decision 43); returns the inboxes with a new event. */
export async function pruneInboxes(db: Database, nowMs = Date.now()): Promise<InboxNumber[]> {
  const daysAgo = (days: number) => new Date(nowMs - days * DAY_MS).toISOString()
  await trimAll(db, () => listAgedInboxes(db, daysAgo(RETENTION_DAYS)))
  await trimAll(db, () => listFullInboxes(db))
  return expireNotifications(db, daysAgo(NOTIFICATION_DAYS))
}

/** The events of an inbox up to this number are to be deleted. */
type Trim = { user_id: string; seq: number }

async function trimAll(db: Database, list: () => Promise<Trim[]>): Promise<void> {
  for (let inboxes = await list(); inboxes.length > 0; inboxes = await list()) {
    for (const { user_id, seq } of inboxes) {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('inboxes')
          .set({ first_seq: seq + 1 })
          .where('user_id', '=', user_id)
          .where('first_seq', '<=', seq)
          .execute()
        await tx.deleteFrom('inbox_events').where('user_id', '=', user_id).where('seq', '<=', seq).execute()
      })
    }
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
  const last = new Map<string, number>()
  for (const { user_id, seq } of events) last.set(user_id, Math.max(seq, last.get(user_id) ?? 0))
  return [...last].map(([user_id, seq]) => ({ user_id, seq }))
}

const listFullInboxes = (db: Database): Promise<Trim[]> =>
  db
    .selectFrom('inboxes')
    .select((eb) => ['user_id', eb('last_seq', '-', RETENTION_EVENTS).as('seq')])
    .where((eb) => eb('last_seq', '>=', eb('first_seq', '+', RETENTION_EVENTS)))
    .limit(BATCH)
    .execute()

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
    }
    if (open.length < BATCH) break
  }
  await deleteOlder(db, 'notifications', 'created_at', before)
  return changed
}
