import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

export function findPasswordHash(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Stores a new password, ends every session of the account and cancels a change of its address; returns the new token version. Undefined if the
 * account was deactivated, or its password is no longer `from`.
 */
export async function replacePassword(
  tx: Tx,
  userId: string,
  passwordHash: string,
  from?: string,
): Promise<number | undefined> {
  let query = tx
    .updateTable('users')
    .set((row) => ({
      password_hash: passwordHash,
      token_version: row('token_version', '+', 1),
      pending_email: null,
    }))
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
  if (from !== undefined) query = query.where('password_hash', '=', from)
  const changed = await query.returning('token_version').executeTakeFirst()
  if (changed) await endSessions(tx, userId)
  return changed?.token_version
}

export async function endSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now() })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .execute()
}
