import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { preparedForRows } from '../lib/prepared.ts'
import type { Tables } from '../lib/tables.ts'

/** One more thing for every device of a user. `refId` is the message or the notification that it is about. */
export type NewInboxEvent = {
  userId: string
  kind: Tables['inbox_events']['kind']
  refId?: string
  data?: unknown
}

/** The inbox of a user has something up to this number. */
export type InboxNumber = { userId: string; seq: number }

/**
 * Numbers these events in their order, each inbox without gaps, and stores them; gives their numbers. The
 * inboxes are locked in the order of their ids, so that two transactions never wait for each other.
 */
export async function insertInboxEvents(tx: Db, events: readonly NewInboxEvent[]): Promise<number[]> {
  const counts = new Map<string, number>()
  for (const { userId } of events) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  const last = await takeNumbers(tx, counts)
  const next = new Map([...counts].map(([userId, count]) => [userId, (last.get(userId) ?? 0) - count + 1]))
  const createdAt = now()
  const rows = events.map(({ userId, kind, refId, data }) => {
    const seq = next.get(userId) ?? 0
    next.set(userId, seq + 1)
    return {
      user_id: userId,
      seq,
      kind,
      ref_id: refId ?? null,
      data: data === undefined ? null : JSON.stringify(data),
      created_at: createdAt,
    }
  })
  await insertRows(tx, rows)
  return rows.map((row) => row.seq)
}

type NewRow = {
  user_id: string
  seq: number
  kind: NewInboxEvent['kind']
  ref_id: string | null
  data: string | null
  created_at: string
}

const insertRows = preparedForRows((db, rows: NewRow[]) => db.insertInto('inbox_events').values(rows))

/** Until the end of the transaction nobody else adds to these inboxes; what was added is seen. */
export async function lockInboxes(tx: Db, userIds: readonly string[]): Promise<void> {
  await takeNumbers(tx, new Map(userIds.map((userId) => [userId, 0])))
}

/** Takes so many numbers of each inbox under its row lock; gives the last one taken. */
async function takeNumbers(tx: Db, counts: ReadonlyMap<string, number>): Promise<Map<string, number>> {
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
