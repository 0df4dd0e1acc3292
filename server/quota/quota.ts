import { m } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Db, Tx } from '../lib/db.ts'
import { ApiError, conflict } from '../lib/errors.ts'
import { isLoopback, LOOPBACK_FACTOR, networkOf } from '../lib/limits.ts'
import { createKeyedHash } from '../lib/secret.ts'
import { type QuotaKind, quotaOf } from './quotas.ts'
import { readUsage, type Subject, type Usage, VISITOR } from './usage.queries.ts'

const MEBIBYTE = 1024 * 1024
const DAY_MS = 24 * 3600 * 1000

/** The allowance of texts beyond the quota of bytes: people whose pictures fill it can still write. */
const TEXT_RESERVE = 0.1

export type Quota = ReturnType<typeof createQuota>

/** Enforces the table of quotas.ts and `USER_QUOTA_MB`. `secret` hides the addresses of visitors. */
export function createQuota(
  { USER_QUOTA_MB, RATE_LIMITS }: Pick<Config, 'USER_QUOTA_MB' | 'RATE_LIMITS'>,
  secret: string,
) {
  const hashOf = createKeyedHash(secret, 'puente visitors')

  function checkBytes({ total }: Usage, kind: QuotaKind): void {
    const isUpload = kind === 'upload'
    if (total <= USER_QUOTA_MB * MEBIBYTE * (isUpload ? 1 : 1 + TEXT_RESERVE)) return
    throw conflict('LIMIT_REACHED', isUpload ? m.uploads_quota() : m.limits_storage())
  }

  function checkThings({ total, today }: Usage, kind: QuotaKind, factor: number): void {
    const { noun, cap = Number.POSITIVE_INFINITY, daily } = quotaOf(kind)
    if (total > cap * factor) throw conflict('LIMIT_REACHED', m.limits_cap({ max: cap, noun: noun() }))
    if (RATE_LIMITS === 'off' || today <= daily * factor) return
    const retryAfterSeconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000)
    throw new ApiError(429, 'RATE_LIMITED', m.limits_daily({ max: daily, noun: noun() }), {
      retryAfterSeconds,
    })
  }

  /** Whether there is room for `more` things of a byte at least. */
  async function check(db: Db, subjects: readonly Subject[], kind: QuotaKind, { more = 0, factor = 1 } = {}) {
    const usageOf = await readUsage(db, subjects)
    for (const subject of subjects) {
      checkThings(plus(usageOf(subject, kind), more), kind, factor)
      if (quotaOf(kind).cap !== undefined) checkBytes(plus(usageOf(subject, 'bytes'), more), kind)
    }
  }

  return {
    /** Call it after `countCreated`, in its transaction: 409 or 429 rolls everything back. */
    requireRoom: (tx: Tx, subject: Subject, kind: QuotaKind) => check(tx, [subject], kind),

    /** The same for many people at once. */
    requireRoomForEach: (tx: Tx, subjects: readonly Subject[], kind: QuotaKind) => check(tx, subjects, kind),

    /** The same for a visitor, by address; loopback gets a hundredfold (K2). */
    requireRoomForVisitor: (tx: Tx, address: string, kind: QuotaKind) =>
      check(tx, [subjectOf(address)], kind, { factor: isLoopback(address) ? LOOPBACK_FACTOR : 1 }),

    /** A check before expensive work; `requireRoom` decides. */
    expectRoom: (db: Db, subject: Subject, kind: QuotaKind) => check(db, [subject], kind, { more: 1 }),

    /** After an edit that made a row of this kind grow; other edits are allowed above the quota too. */
    requireBytes: async (tx: Tx, subject: Subject, kind: QuotaKind) =>
      checkBytes((await readUsage(tx, [subject]))(subject, 'bytes'), kind),

    subjectOf,
  }

  /** Addresses are personal data, and backups keep them: a keyed hash is stored. */
  function subjectOf(address: string): Subject {
    return VISITOR + hashOf(networkOf(address))
  }
}

const plus = ({ total, today }: Usage, more: number): Usage => ({ total: total + more, today: today + more })
