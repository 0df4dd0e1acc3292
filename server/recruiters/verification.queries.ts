import { randomBytes } from 'node:crypto'
import { CODE_MINUTES, type Verification, type VerificationWay } from '#contract/verification.ts'
import { deleteOlder } from '../lib/batches.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { verifiedOf } from './verified.ts'

const MINUTE_MS = 60_000
/** The lifetime of a proof by record or file, which somebody else may have to set. */
const PROOF_MS = 30 * 24 * 60 * MINUTE_MS
const MAX_TRIES = 5

/** The subdomain that is checked beside the domain itself. */
export const recordHost = (domain: string) => `_puente.${domain}`

const after = (ms: number) => new Date(Date.now() + ms).toISOString()

/** The proof under way of this person. */
export const findPending = (db: Db, userId: string) =>
  db
    .selectFrom('verifications')
    .select(['domain', 'way', 'address', 'value', 'created_at', 'ends_at'])
    .where('user_id', '=', userId)
    .where('ends_at', '>', now())
    .executeTakeFirst()

export async function readVerification(db: Db, userId: string): Promise<Verification> {
  const user = await db
    .selectFrom('users')
    .select(['verified_domain', 'verified_at', 'verified_until'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const verified = verifiedOf(user)
  const pending = await findPending(db, userId)
  if (pending) {
    const { domain, way, value, ends_at } = pending
    const record = way === 'mail' ? null : { host: recordHost(domain), type: 'TXT' as const, value }
    return { state: 'pending', domain, by: way, record, endsAt: ends_at, verified }
  }
  const state = verified ? 'verified' : user.verified_domain === null ? 'none' : 'expired'
  const { verified_domain: domain, verified_until: endsAt } = user
  return { state, domain, by: null, record: null, endsAt, verified }
}

type Start = { domain: string; way: VerificationWay; address: string }

/** Replaces the proof under way, whose code and value become invalid. */
export async function insertVerification(tx: Tx, userId: string, start: Start): Promise<void> {
  const fields = {
    ...start,
    value: `puente-verification=${randomBytes(16).toString('hex')}`,
    code_hash: null,
    tries: 0,
    created_at: now(),
    ends_at: after(start.way === 'mail' ? CODE_MINUTES * MINUTE_MS : PROOF_MS),
  }
  await tx
    .insertInto('verifications')
    .values({ user_id: userId, ...fields })
    .onConflict((known) => known.column('user_id').doUpdateSet(fields))
    .execute()
}

/** Stores the code and its expiry, counted from the mail. False if the proof `value` is no longer under way. */
export async function setCode(db: Db, userId: string, value: string, codeHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('verifications')
    .set({ code_hash: codeHash, tries: 0, ends_at: after(CODE_MINUTES * MINUTE_MS) })
    .where('user_id', '=', userId)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Counts an attempt, committed at once; returns the hash to compare, or undefined when none is left. */
export async function countVerificationAttempt(
  db: Db,
  userId: string,
  value: string,
): Promise<string | undefined> {
  const taken = await db
    .updateTable('verifications')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('user_id', '=', userId)
    .where('value', '=', value)
    .where('tries', '<', MAX_TRIES)
    .where('ends_at', '>', now())
    .where('code_hash', 'is not', null)
    .returning('code_hash')
    .executeTakeFirst()
  return taken?.code_hash ?? undefined
}

/** Completes the proof `value` once; returns the expiry of the mark, or undefined for a replaced or used proof. */
export async function completeVerification(
  tx: Tx,
  userId: string,
  value: string,
  months: number,
): Promise<string | undefined> {
  const proven = await tx
    .deleteFrom('verifications')
    .where('user_id', '=', userId)
    .where('value', '=', value)
    .returning('domain')
    .executeTakeFirst()
  if (!proven) return undefined
  const until = monthsLater(months)
  await tx
    .updateTable('users')
    .set({ verified_domain: proven.domain, verified_at: now(), verified_until: until })
    .where('id', '=', userId)
    .execute()
  return until
}

/** Whole months by the calendar; decimals let tests shorten them. */
function monthsLater(months: number): string {
  const end = new Date()
  end.setUTCMonth(end.getUTCMonth() + Math.floor(months))
  const DAYS_OF_MONTH = 30
  return new Date(end.getTime() + (months % 1) * DAYS_OF_MONTH * 24 * 60 * MINUTE_MS).toISOString()
}

export const deleteOldVerifications = (db: Db): Promise<void> =>
  deleteOlder(db, 'verifications', 'ends_at', now())
