import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'

const MAX_PASSKEYS = 20

export const listPasskeys = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'transports', 'name', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_PASSKEYS)
    .execute()

type New = { credential_id: string; public_key: string; counter: number; transports: string; name: string }

/** Undefined if it is registered already, or the person has too many. */
export async function insertPasskey(tx: Tx, userId: string, passkey: New) {
  if ((await listPasskeys(tx, userId)).length >= MAX_PASSKEYS) return undefined
  return tx
    .insertInto('passkeys')
    .values({ ...passkey, id: newId(), user_id: userId, created_at: now() })
    .onConflict((known) => known.column('credential_id').doNothing())
    .returning(['id', 'name', 'created_at'])
    .executeTakeFirst()
}

/** Of any account, or with `userId` of this one only. */
export function findPasskey(db: Db, credentialId: string, userId?: string) {
  let query = db
    .selectFrom('passkeys')
    .select(['id', 'credential_id', 'public_key', 'counter', 'transports', 'user_id'])
    .where('credential_id', '=', credentialId)
  if (userId !== undefined) query = query.where('user_id', '=', userId)
  return query.executeTakeFirst()
}

export async function recordPasskeyUse(db: Db, id: string, counter: number): Promise<void> {
  await db.updateTable('passkeys').set({ counter, last_used_at: now() }).where('id', '=', id).execute()
}

export async function deletePasskey(tx: Tx, userId: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
