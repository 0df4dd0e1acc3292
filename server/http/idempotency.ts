import { texts } from '#contract/texts.ts'
import type { Db } from '../lib/db.ts'
import { conflict } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'

/** Answers are kept this long (G19). */
export const KEPT_MS = 24 * 3600 * 1000
/** A call that never ended, because its process was killed, blocks its key no longer than this. */
const ABANDONED_MS = 60_000

type Key = { userId: string; path: string; key: string }
type Answer = { status: number; body: unknown }

/**
 * Runs `act` once for this user, path and key, and gives its answer again when the key comes back (G19).
 * A refusal is not kept: the same call may be tried again. While the first runs, a second gets 409.
 */
export async function once(db: Db, key: Key, act: () => Promise<Answer>): Promise<Answer> {
  if (!(await claim(db, key))) return keptAnswer(db, key)
  try {
    const answer = await act()
    await db
      .updateTable('idempotency_keys')
      .set({ status: answer.status, body: JSON.stringify(answer.body ?? null) })
      .where('user_id', '=', key.userId)
      .where('path', '=', key.path)
      .where('key', '=', key.key)
      .execute()
    return answer
  } catch (error) {
    await release(db, key)
    throw error
  }
}

async function claim(db: Db, key: Key): Promise<boolean> {
  const abandoned = new Date(Date.now() - ABANDONED_MS).toISOString()
  const claimed = await db
    .insertInto('idempotency_keys')
    .values({ user_id: key.userId, path: key.path, key: key.key, created_at: now() })
    .onConflict((taken) =>
      taken
        .columns(['user_id', 'path', 'key'])
        .doUpdateSet({ created_at: now() })
        .where('idempotency_keys.status', 'is', null)
        .where('idempotency_keys.created_at', '<', abandoned),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed !== undefined
}

async function keptAnswer(db: Db, key: Key): Promise<Answer> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['status', 'body'])
    .where('user_id', '=', key.userId)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .executeTakeFirst()
  if (!row || row.status === null) throw conflict('CONFLICT', texts.general.conflict)
  return { status: row.status, body: JSON.parse(row.body ?? 'null') }
}

async function release(db: Db, key: Key): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', key.userId)
    .where('path', '=', key.path)
    .where('key', '=', key.key)
    .execute()
}

/** Forgets what is older than a day; run by the process from time to time. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<void> {
  const limit = new Date(Date.now() - KEPT_MS).toISOString()
  await db.deleteFrom('idempotency_keys').where('created_at', '<', limit).execute()
}
