import { hash, randomBytes } from 'node:crypto'
import type { Identity, ProviderId } from '#contract/openid.ts'
import type { Role } from '#contract/users.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId, now } from '../lib/ids.ts'
import type { Claims } from './providers.ts'

const FLOW_MS = 10 * 60_000
/** The cap of one account. */
export const MAX_IDENTITIES = 10

type Flow = {
  provider: ProviderId
  state: string
  nonce: string
  verifier: string
  role: Role
  /** The account to link the identity to. */
  userId: string | undefined
}

/** 256 random bits for the client, of which only the hash is stored. One at a time for an account that links an identity. */
export async function insertFlow(db: Db, { userId, ...flow }: Flow): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  if (userId !== undefined) await db.deleteFrom('sign_in_flows').where('user_id', '=', userId).execute()
  await db
    .insertInto('sign_in_flows')
    .values({
      ...flow,
      flow_hash: hash('sha256', secret),
      user_id: userId ?? null,
      expires_at: new Date(Date.now() + FLOW_MS).toISOString(),
    })
    .execute()
  return secret
}

/** Once; of concurrent calls one succeeds. */
export const takeFlow = (db: Db, provider: ProviderId, secret: string) =>
  db
    .deleteFrom('sign_in_flows')
    .where('flow_hash', '=', hash('sha256', secret))
    .where('provider', '=', provider)
    .where('expires_at', '>', now())
    .returning(['state', 'nonce', 'verifier', 'role', 'user_id'])
    .executeTakeFirst()

export const deleteOldFlows = (db: Db): Promise<void> => deleteOlder(db, 'sign_in_flows', 'expires_at', now())

type Key = Pick<Claims, 'issuer' | 'subject'>

/** The account of this identity; records its use. */
export async function findUserOf(db: Db, { issuer, subject }: Key): Promise<string | undefined> {
  const identity = await db
    .updateTable('identities')
    .set({ last_used_at: now() })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .returning('user_id')
    .executeTakeFirst()
  return identity?.user_id
}

/** False if it belongs to an account already. */
export async function insertIdentity(
  tx: Tx,
  userId: string,
  provider: ProviderId,
  { issuer, subject, email }: Claims,
): Promise<boolean> {
  const time = now()
  const inserted = await tx
    .insertInto('identities')
    .values({
      ...{ id: newId(), user_id: userId, provider, issuer, subject, email },
      ...{ created_at: time, last_used_at: time },
    })
    .onConflict((known) => known.columns(['issuer', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function countIdentities(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('identities')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function listIdentities(db: Db, userId: string): Promise<Identity[]> {
  const rows = await db
    .selectFrom('identities')
    .select(['id', 'provider', 'email', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    provider: row.provider,
    email: row.email,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))
}

/** False if it is not the caller's. */
export async function deleteIdentity(tx: Tx, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function deleteIdentities(tx: Tx, userId: string): Promise<void> {
  for (const table of ['identities', 'sign_in_flows'] as const)
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
}
