import { createHash, randomBytes } from 'node:crypto'
import { deleteJob, insertJob } from '../jobs/jobs.queries.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { deleteIdentities } from '../openid/identities.queries.ts'
import { deleteFactors } from './second-factor.queries.ts'
import { AFTER_RESET_MS } from './sign-in-limits.ts'

const LIFETIME_MS = 3600_000

/** A new token, 256 random bits; only its hash is stored, and it replaces the previous one. */
export async function replaceResetToken(tx: Tx, userId: string): Promise<string> {
  const token = newToken()
  const created = Date.now()
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
  await tx
    .insertInto('reset_tokens')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      created_at: new Date(created).toISOString(),
      expires_at: new Date(created + LIFETIME_MS).toISOString(),
    })
    .execute()
  return token
}

/** As much work as `replaceResetToken`: two writes and a synced commit, without a result. */
export async function replaceDummyResetToken(tx: Tx): Promise<string> {
  const id = await insertJob(tx, 'rehearsal', {})
  await deleteJob(tx, id)
  return newToken()
}

/** Whether the token is valid now; checked before the costly password hash. */
export async function isResetToken(db: Db, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('reset_tokens')
    .innerJoin('users', 'users.id', 'reset_tokens.user_id')
    .select('users.id')
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Consumes a valid token and returns its account. Of two concurrent calls only one succeeds. */
export async function takeResetToken(tx: Tx, token: string): Promise<string | undefined> {
  const taken = await tx
    .updateTable('reset_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .returning('user_id')
    .executeTakeFirst()
  if (!taken) return undefined
  // The link came by mail, so the address is confirmed.
  const confirmed = await tx
    .updateTable('users')
    .set({ unconfirmed_at: null })
    .where('id', '=', taken.user_id)
    .where('unconfirmed_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  // The registration may be by somebody other than the owner of the address, whose passkeys and identities must not remain.
  if (confirmed) {
    await deleteFactors(tx, confirmed.id)
    await deleteIdentities(tx, confirmed.id)
  }
  return taken.user_id
}

/** Used ones are retained as long as sign-ins need them. */
export const deleteOldResetTokens = (db: Db): Promise<void> =>
  deleteOlder(db, 'reset_tokens', 'expires_at', new Date(Date.now() - AFTER_RESET_MS).toISOString())

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
