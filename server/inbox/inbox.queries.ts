import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { prepared, preparedForRows } from '../lib/prepared.ts'
import type { Tables } from '../lib/tables.ts'
import type { EventRow } from './event-rows.ts'

/** An event for every device of a user. `refId` is its message or notification. */
export type NewInboxEvent = {
  userId: string
  kind: Tables['inbox_events']['kind']
  subject?: Tables['inbox_events']['subject']
  refId?: string
  data?: unknown
}

/** The last number of a user's inbox. */
export type InboxNumber = { userId: string; seq: number }

/**
 * Stores events, numbered without gaps in each inbox in the order given; returns their rows. The inboxes are
 * locked in the order of their user ids, which prevents deadlocks.
 */
export async function insertEventRows(tx: Tx, events: readonly NewInboxEvent[]): Promise<EventRow[]> {
  const counts = new Map<string, number>()
  for (const { userId } of events) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  const last = await takeNumbers(tx, counts)
  const next = new Map([...counts].map(([userId, count]) => [userId, (last.get(userId) ?? 0) - count + 1]))
  const createdAt = now()
  const rows = events.map(({ userId, kind, subject, refId, data }) => {
    const seq = next.get(userId) ?? 0
    next.set(userId, seq + 1)
    return {
      user_id: userId,
      seq,
      kind,
      subject: subject ?? null,
      ref_id: refId ?? null,
      data: data === undefined ? null : JSON.stringify(data),
      created_at: createdAt,
    }
  })
  await insertRows(tx, rows)
  return rows
}

/** The same; returns the numbers alone. */
export const insertInboxEvents = async (tx: Tx, events: readonly NewInboxEvent[]): Promise<number[]> =>
  (await insertEventRows(tx, events)).map(({ seq }) => seq)

type NewRow = EventRow & { created_at: string }

const insertRows = preparedForRows((db, rows: NewRow[]) => db.insertInto('inbox_events').values(rows))

/** Locks these inboxes until the end of the transaction; events added before are visible. */
export async function lockInboxes(tx: Tx, userIds: readonly string[]): Promise<void> {
  await takeNumbers(tx, new Map(userIds.map((userId) => [userId, 0])))
}

/** Allocates numbers in each inbox under its row lock; returns the last one of each. */
async function takeNumbers(tx: Tx, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
  const rows = await extendInboxes(
    tx,
    [...counts].sort(byUserId).map(([user_id, last_seq]) => ({ user_id, last_seq })),
  )
  return new Map(rows.map((row) => [row.user_id, row.last_seq]))
}

const extendInboxes = preparedForRows((db, rows: { user_id: string; last_seq: number }[]) =>
  db
    .insertInto('inboxes')
    .values(rows)
    .onConflict((taken) =>
      taken.column('user_id').doUpdateSet((eb) => ({
        last_seq: eb('inboxes.last_seq', '+', eb.ref('excluded.last_seq')),
      })),
    )
    .returning(['user_id', 'last_seq']),
)

const byUserId = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

/** The last number of each inbox, and the first that is still stored. */
export const listInboxNumbers = (db: Db, userIds: readonly string[]) =>
  db
    .selectFrom('inboxes')
    .select(['user_id', 'last_seq', 'first_seq'])
    .where('user_id', 'in', userIds)
    .execute()

/** The same for one inbox; an inbox without events has no row. */
export async function findInbox(db: Db, userId: string): Promise<{ last_seq: number; first_seq: number }> {
  const [inbox] = await findInboxRow(db, { userId })
  return inbox ?? { last_seq: 0, first_seq: 1 }
}

const findInboxRow = prepared((db, { userId }: { userId: string }) =>
  db.selectFrom('inboxes').select(['last_seq', 'first_seq']).where('user_id', '=', userId),
)
