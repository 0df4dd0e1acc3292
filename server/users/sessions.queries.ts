import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { countRows, rangeOf } from '../lib/paging.ts'

/** The minimum interval between writes of a session's last use. */
const SEEN_EVERY_MS = 5 * 60_000
const JUST_NOW_MS = 10 * 60_000

const openSessions = (db: Db, userId: string) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())

/** Newest sign-in first. */
export async function listOpenSessions(db: Db, userId: string, query: { page: number; limit: number }) {
  const { limit, offset } = rangeOf(query)
  const rows = await openSessions(db, userId)
    .select(['id', 'browser', 'system', 'created_at', 'last_seen_at'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { rows, total: await countOpenSessions(db, userId) }
}

export const countOpenSessions = (db: Db, userId: string): Promise<number> =>
  countRows(openSessions(db, userId))

/** Whether it was open. */
export async function endSession(db: Db, userId: string, id: string): Promise<boolean> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: now() })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** Whether this session is a few minutes old at most: its owner is still present. */
export async function hasJustSignedIn(db: Db, id: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', id)
    .where('created_at', '>', new Date(Date.now() - JUST_NOW_MS).toISOString())
    .executeTakeFirst()
  return session !== undefined
}

export async function endOtherSessions(db: Db, userId: string, exceptId: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now() })
    .where('user_id', '=', userId)
    .where('id', '<>', exceptId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Stores the last use of a session, in the background: reads continue while the database is not writable (X9). */
export function recordLastUse(db: Db, id: string, lastSeenAt: string | null): void {
  const before = new Date(Date.now() - SEEN_EVERY_MS).toISOString()
  if (lastSeenAt !== null && lastSeenAt > before) return
  db.updateTable('sessions')
    .set({ last_seen_at: now() })
    .where('id', '=', id)
    .where((row) => row.or([row('last_seen_at', 'is', null), row('last_seen_at', '<=', before)]))
    .execute()
    .catch(() => undefined)
}
