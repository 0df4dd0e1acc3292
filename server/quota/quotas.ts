type Quota = {
  /** As texts name it. */
  noun: string
  /** Stored at once; deleted ones do not count. Absent where the rows end by themselves; their bytes do not count. */
  cap?: number
  /** Created in one day (UTC). */
  daily: number
}

/**
 * What one person may create (SECURITY-RULES X3), far above honest use. Everything that a call can create has a line;
 * docs/security.md repeats the table.
 */
export const QUOTAS = {
  project: { noun: 'projects', cap: 500, daily: 100 },
  experience: { noun: 'experiences', cap: 200, daily: 100 },
  study: { noun: 'studies', cap: 200, daily: 100 },
  offer: { noun: 'offers', cap: 5000, daily: 500 },
  application: { noun: 'applications', cap: 10_000, daily: 200 },
  statusChange: { noun: 'status changes', cap: 200_000, daily: 5000 },
  message: { noun: 'messages', cap: 300_000, daily: 5000 },
  like: { noun: 'likes', cap: 50_000, daily: 2000 },
  upload: { noun: 'uploads', cap: 5000, daily: 500 },
  ticket: { noun: 'support tickets', cap: 1000, daily: 30 },
  /** Each fills rows of the repository cache, which end by themselves. */
  repositoryLink: { noun: 'new repository links', daily: 100 },
  idempotencyKey: { noun: 'idempotency keys', daily: 20_000 },
} as const satisfies Record<string, Quota>

export type QuotaKind = keyof typeof QUOTAS

export const quotaOf = (kind: QuotaKind): Quota => QUOTAS[kind]

/** Counted for each row beside its texts: about what its columns and indexes take. */
export const ROW_BYTES = 500

/** UTF-8 bytes of all texts of a row as it is stored, and `ROW_BYTES`. */
export const rowBytes = (texts: object): number =>
  Object.values(texts).reduce(
    (sum: number, value: unknown) => sum + (typeof value === 'string' ? Buffer.byteLength(value) : 0),
    ROW_BYTES,
  )
