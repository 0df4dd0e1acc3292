import { m, type Text } from '#contract/texts.ts'

type Quota = {
  /** The name in messages. */
  noun: Text
  /** The maximum stored at a time; deleted ones do not count. Absent where the rows expire; their bytes do not count. */
  cap?: number
  /** The maximum created in one day (UTC). */
  daily: number
}

/**
 * Limits of rows per person (X3), far above honest use. Everything that a call can create has a line;
 * docs/security.md repeats the table.
 */
export const QUOTAS = {
  project: { noun: m.limits_project, cap: 500, daily: 100 },
  experience: { noun: m.limits_experience, cap: 200, daily: 100 },
  study: { noun: m.limits_study, cap: 200, daily: 100 },
  offer: { noun: m.limits_offer, cap: 5000, daily: 500 },
  application: { noun: m.limits_application, cap: 10_000, daily: 200 },
  statusChange: { noun: m.limits_status_change, cap: 200_000, daily: 5000 },
  message: { noun: m.limits_message, cap: 300_000, daily: 5000 },
  like: { noun: m.limits_like, cap: 50_000, daily: 2000 },
  upload: { noun: m.limits_upload, cap: 5000, daily: 500 },
  ticket: { noun: m.limits_ticket, cap: 1000, daily: 30 },
  /** Each fills rows of the repository cache, which expire. */
  repositoryLink: { noun: m.limits_repository_link, daily: 100 },
  /** They expire, and copy a thing once until the decision; the cap is in reports.writes.ts. */
  report: { noun: m.limits_report, daily: 50 },
  idempotencyKey: { noun: m.limits_idempotency_key, daily: 20_000 },
} as const satisfies Record<string, Quota>

export type QuotaKind = keyof typeof QUOTAS

export const quotaOf = (kind: QuotaKind): Quota => QUOTAS[kind]

/** The overhead of a row beside its texts: about the size of its columns and indexes. */
export const ROW_BYTES = 500

/** UTF-8 bytes of all stored texts of a row, and `ROW_BYTES`. */
export const rowBytes = (texts: object): number =>
  Object.values(texts).reduce(
    (sum: number, value: unknown) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    ROW_BYTES,
  )
