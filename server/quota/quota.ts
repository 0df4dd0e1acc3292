import { createHmac } from 'node:crypto'
import { texts } from '#contract/texts.ts'
import type { Config } from '../config.ts'
import type { Db } from '../lib/db.ts'
import { ApiError, conflict } from '../lib/errors.ts'
import { isLoopback, LOOPBACK_FACTOR, networkOf } from '../lib/limits.ts'
import { type QuotaKind, quotaOf } from './quotas.ts'
import { readUsage, type Subject, VISITOR } from './usage.queries.ts'

const MEBIBYTE = 1024 * 1024
const DAY_MS = 24 * 3600 * 1000

/** Texts may go so far beyond the quota of bytes: whose pictures fill it can still write. */
const TEXT_RESERVE = 0.1

export type Quota = ReturnType<typeof createQuota>

/** Refuses what exceeds the table of quotas.ts or `USER_QUOTA_MB`. `secret` hides the addresses of visitors. */
export function createQuota(
  { USER_QUOTA_MB, RATE_LIMITS }: Pick<Config, 'USER_QUOTA_MB' | 'RATE_LIMITS'>,
  secret: string,
) {
  async function check(db: Db, subject: Subject, kind: QuotaKind, more: number, factor = 1): Promise<void> {
    const { noun, cap = Number.POSITIVE_INFINITY, daily } = quotaOf(kind)
    const things = await readUsage(db, subject, kind)
    if (things.total + more > cap * factor) throw conflict('LIMIT_REACHED', texts.limits.cap(cap, noun))
    await checkBytes(db, subject, kind, more)
    if (RATE_LIMITS === 'on' && things.today + more > daily * factor) {
      const retryAfterSeconds = Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 1000)
      throw new ApiError(429, 'RATE_LIMITED', texts.limits.daily(daily, noun), { retryAfterSeconds })
    }
  }

  async function checkBytes(db: Db, subject: Subject, kind: QuotaKind, more: number): Promise<void> {
    const isUpload = kind === 'upload'
    const { total } = await readUsage(db, subject, 'bytes')
    if (total + more <= USER_QUOTA_MB * MEBIBYTE * (isUpload ? 1 : 1 + TEXT_RESERVE)) return
    throw conflict('LIMIT_REACHED', isUpload ? texts.uploads.quota : texts.limits.storage)
  }

  return {
    /** Call it after `countCreated`, in its transaction: 409 or 429 rolls everything back. */
    requireRoom: (tx: Db, subject: Subject, kind: QuotaKind) => check(tx, subject, kind, 0),

    /** The same for a visitor, by address; loopback gets a hundredfold (K2). */
    requireRoomFor: (tx: Db, address: string, kind: QuotaKind) =>
      check(tx, subjectOf(address), kind, 0, isLoopback(address) ? LOOPBACK_FACTOR : 1),

    /** Whether one more would fit, before expensive work; `requireRoom` decides. */
    expectRoom: (db: Db, subject: Subject, kind: QuotaKind) => check(db, subject, kind, 1),

    /** After an edit that made a row of this kind grow; other edits are allowed above the quota too. */
    requireBytes: (tx: Db, subject: Subject, kind: QuotaKind) => checkBytes(tx, subject, kind, 0),

    subjectOf,
  }

  /** Addresses are personal data, and backups keep them: a keyed hash is stored. */
  function subjectOf(address: string): Subject {
    const hash = createHmac('sha256', secret)
      .update(VISITOR + networkOf(address))
      .digest('base64url')
    return VISITOR + hash.slice(0, 22)
  }
}
