import { hash, randomBytes } from 'node:crypto'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { deleteIdentities } from '../openid/identities.queries.ts'
import { endSessions } from './password.queries.ts'
import { deleteFactorsSince } from './second-factor.queries.ts'

const DAY_MS = 24 * 3600_000

type NewToken = { userId: string; purpose: 'confirm' | 'undo'; email: string; days: number }

/** 256 random bits in lower case, as addresses of pages are redirected to it; only the hash is stored. */
export async function insertEmailToken(tx: Tx, { userId, purpose, email, days }: NewToken): Promise<string> {
  const token = randomBytes(32).toString('hex')
  // Only the newest confirmation is valid; each change of address can be undone.
  if (purpose === 'confirm') await deleteConfirmations(tx, userId)
  await tx
    .insertInto('email_tokens')
    .values({
      token_hash: hashOf(token),
      user_id: userId,
      purpose,
      email,
      created_at: now(),
      expires_at: new Date(Date.now() + days * DAY_MS).toISOString(),
    })
    .execute()
  return token
}

/** Consumes a valid token of an active account. */
async function takeToken(tx: Tx, purpose: NewToken['purpose'], token: string) {
  return tx
    .updateTable('email_tokens')
    .set({ used_at: now() })
    .where('token_hash', '=', hashOf(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('users')
          .select('id')
          .whereRef('users.id', '=', 'email_tokens.user_id')
          .where('deactivated_at', 'is', null),
      ),
    )
    .returning(['user_id', 'email', 'created_at'])
    .executeTakeFirst()
}

/** Confirms the address of an account, or moves the account to the new one; its id, or undefined. */
export async function confirmAddress(tx: Tx, token: string, undoDays: number): Promise<string | undefined> {
  const taken = await takeToken(tx, 'confirm', token)
  if (!taken) return undefined
  const { user_id: userId, email } = taken
  const user = await tx
    .selectFrom('users')
    .select(['email', 'pending_email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  if (user.email === email) {
    await tx.updateTable('users').set({ unconfirmed_at: null }).where('id', '=', userId).execute()
    return userId
  }
  if (user.pending_email !== email || !(await isEmailFree(tx, email, userId))) return undefined
  await moveTo(tx, userId, email)
  // The time to undo counts from the change.
  await tx
    .updateTable('email_tokens')
    .set({ expires_at: new Date(Date.now() + undoDays * DAY_MS).toISOString() })
    .where('user_id', '=', userId)
    .where('email', '=', user.email)
    .where('purpose', '=', 'undo')
    .where('used_at', 'is', null)
    .execute()
  return userId
}

/**
 * Restores the former address of the account, ends all its sessions and identities, and removes the factors
 * added since; returns its id, or undefined.
 */
export async function undoChange(tx: Tx, token: string): Promise<string | undefined> {
  const taken = await takeToken(tx, 'undo', token)
  if (!taken || !(await isEmailFree(tx, taken.email, taken.user_id))) return undefined
  const { user_id: userId, email, created_at } = taken
  await moveTo(tx, userId, email)
  await tx
    .updateTable('users')
    .set((row) => ({ token_version: row('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  // One may have been linked through the revoked address, and would still sign in.
  await deleteIdentities(tx, userId)
  await deleteFactorsSince(tx, userId, created_at)
  // Later changes are undone with this one: their links would lead to addresses of an intruder.
  await tx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'undo')
    .where('created_at', '>=', created_at)
    .where('used_at', 'is', null)
    .execute()
  return userId
}

async function moveTo(tx: Tx, userId: string, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ email, pending_email: null, unconfirmed_at: null })
    .where('id', '=', userId)
    .execute()
  await deleteConfirmations(tx, userId)
  // They were mailed to the other address.
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
}

async function deleteConfirmations(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'confirm')
    .where('used_at', 'is', null)
    .execute()
}

/** Whether the address is neither taken nor reserved for an undo by somebody else. */
export async function isEmailFree(db: Db, email: string, userId = ''): Promise<boolean> {
  const owner = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (owner) return owner.id === userId
  const former = await db
    .selectFrom('email_tokens')
    .select('user_id')
    .where('email', '=', email)
    .where('purpose', '=', 'undo')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())
    .execute()
  return former.every((row) => row.user_id === userId)
}

export async function setPendingEmail(tx: Tx, userId: string, email: string): Promise<void> {
  await deleteConfirmations(tx, userId)
  await tx.updateTable('users').set({ pending_email: email }).where('id', '=', userId).execute()
}

export const deleteOldEmailTokens = (db: Db): Promise<void> =>
  deleteOlder(db, 'email_tokens', 'expires_at', now())

const hashOf = (token: string) => hash('sha256', token)
