import { hash, randomBytes } from 'node:crypto'
import type { SECOND_FACTORS } from '#contract/sign-in-errors.ts'
import type { Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { SecretBox } from '../lib/secret-box.ts'
import { findTotpStep } from './totp.ts'

const RECOVERY_CODES = 10
const MAX_FAILURES = 10
const LOCKED_MS = 15 * 60_000

type Method = (typeof SECOND_FACTORS)[number]

/** The second factors of an account; empty without any. */
export async function listMethods(db: Db, userId: string): Promise<Method[]> {
  const { totp, passkeys, recoveryCodesLeft } = await countFactors(db, userId)
  if (!totp && passkeys === 0) return []
  return [
    ...(totp ? (['totp'] as const) : []),
    ...(recoveryCodesLeft > 0 ? (['recovery'] as const) : []),
    ...(passkeys > 0 ? (['passkey'] as const) : []),
  ]
}

export async function countFactors(db: Db, userId: string) {
  const { totp, passkeys, codes } = await db
    .selectFrom('users')
    .select(({ selectFrom }) => [
      selectFrom('second_factors').select('totp_secret').where('user_id', '=', userId).as('totp'),
      selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('passkeys'),
      selectFrom('recovery_codes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .as('codes'),
    ])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { totp: totp !== null, passkeys: Number(passkeys), recoveryCodesLeft: Number(codes) }
}

/** Stores a new secret until its first code confirms it. */
export async function setPendingTotp(db: Db, userId: string, sealed: string): Promise<void> {
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, totp_pending: sealed })
    .onConflict((known) => known.column('user_id').doUpdateSet({ totp_pending: sealed }))
    .execute()
}

export async function hasPendingTotp(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factors')
    .select('totp_pending')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row !== undefined && row.totp_pending !== null
}

type Locked = { lockedSeconds: number }
export type CodeResult = 'right' | 'wrong' | Locked

/**
 * Checks and consumes a code of the app or a recovery code; with `isNew` the code that confirms a new app. Ten wrong ones
 * lock for 15 minutes. The row is locked, so that parallel guesses count one by one. Commits even if it is wrong.
 */
export async function takeCode(
  tx: Tx,
  box: SecretBox,
  { userId, code, isNew = false }: { userId: string; code: string; isNew?: boolean },
): Promise<CodeResult> {
  const nowMs = Date.now()
  const row = await lockFactors(tx, userId)
  const lockedMs = row.locked_until === null ? 0 : Date.parse(row.locked_until) - nowMs
  if (lockedMs > 0) return { lockedSeconds: Math.ceil(lockedMs / 1000) }
  const sealed = isNew ? row.totp_pending : row.totp_secret
  const secret = sealed === null ? undefined : box.open(sealed, userId)
  const step = secret === undefined ? undefined : findTotpStep(secret, code, nowMs)
  if (secret !== undefined && step !== undefined && (isNew || step > row.last_step)) {
    await updateFactors(tx, userId, {
      // Encrypted again, with the current secret after a rotation.
      totp_secret: box.seal(secret, userId),
      ...(isNew && { totp_pending: null, totp_at: now() }),
      last_step: step,
      failures: 0,
      locked_until: null,
    })
    return 'right'
  }
  if (!isNew && (await takeRecoveryCode(tx, userId, code))) {
    await updateFactors(tx, userId, { failures: 0, locked_until: null })
    return 'right'
  }
  const failures = row.failures + 1
  const isLocked = failures >= MAX_FAILURES
  await updateFactors(tx, userId, {
    failures: isLocked ? 0 : failures,
    locked_until: isLocked ? new Date(nowMs + LOCKED_MS).toISOString() : null,
  })
  return 'wrong'
}

/** Inserts the row if there is none: the write locks it. */
const lockFactors = (tx: Tx, userId: string) =>
  tx
    .insertInto('second_factors')
    .values({ user_id: userId })
    .onConflict((known) =>
      known.column('user_id').doUpdateSet((row) => ({ failures: row.ref('second_factors.failures') })),
    )
    .returning(['totp_secret', 'totp_pending', 'last_step', 'failures', 'locked_until'])
    .executeTakeFirstOrThrow()

type Change = {
  totp_secret?: string | null
  totp_pending?: string | null
  totp_at?: string | null
  last_step?: number
  failures?: number
  locked_until?: string | null
}

async function updateFactors(tx: Tx, userId: string, change: Change): Promise<void> {
  await tx.updateTable('second_factors').set(change).where('user_id', '=', userId).execute()
}

export const removeTotp = (tx: Tx, userId: string) =>
  updateFactors(tx, userId, { totp_secret: null, totp_pending: null, totp_at: null, last_step: 0 })

/** The app, all passkeys and recovery codes. */
export async function deleteFactors(tx: Tx, userId: string): Promise<void> {
  for (const table of ['second_factors', 'passkeys', 'recovery_codes'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** The app, passkeys and recovery codes added at that time or later. */
export async function deleteFactorsSince(tx: Tx, userId: string, time: string): Promise<void> {
  const app = tx.selectFrom('second_factors').select('user_id').where('user_id', '=', userId)
  if (await app.where('totp_at', '>=', time).executeTakeFirst()) await removeTotp(tx, userId)
  await updateFactors(tx, userId, { totp_pending: null })
  for (const table of ['passkeys', 'recovery_codes'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).where('created_at', '>=', time).execute()
  }
  await deleteUnneededCodes(tx, userId)
}

/** Ten new ones in place of all others; only their hashes are stored. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: hashOfCode(code), created_at: now() })))
    .execute()
  return codes
}

/** Without a second factor they are useless. */
export async function deleteUnneededCodes(tx: Tx, userId: string): Promise<void> {
  const { totp, passkeys } = await countFactors(tx, userId)
  if (totp || passkeys > 0) return
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

async function takeRecoveryCode(tx: Tx, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hashOfCode(code))
    .returning('code_hash')
    .executeTakeFirst()
  return taken !== undefined
}

/** 80 bits, so that the hash cannot be searched: 'xxxx-xxxx-xxxx-xxxx-xxxx' in hexadecimal digits. */
const newRecoveryCode = () => (randomBytes(10).toString('hex').match(/.{4}/g) ?? []).join('-')

const hashOfCode = (code: string) => hash('sha256', code.toLowerCase().replaceAll(/[^0-9a-f]/g, ''))
