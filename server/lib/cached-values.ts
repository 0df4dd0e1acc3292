import type { Db } from './db.ts'

/** After a third of the TTL, a value is served stale and revalidated in the background. */
const TTL_MS = 15_000
const MIN_CACHED_COUNT = 1000

/**
 * The number of rows that a filter or a search finds. A large one (or with as many `seen` so far) is cached for
 * seconds, because counting is costly; a small one is always exact. `key` identifies the query.
 */
export const cachedCount = (
  db: object,
  key: string,
  { least = MIN_CACHED_COUNT, seen = 0 }: { least?: number; seen?: number },
  count: () => Promise<number>,
): Promise<number> =>
  cachedFor(db, `count ${key}`, count, (counted) => (Math.max(counted, seen) >= least ? TTL_MS : 0), {
    isShared: least === 0,
  })

/** With fewer public rows than this, nothing is cached. */
const MANY = 5000

/** Caches a costly result for seconds when the tables are large; `key` identifies it. */
export async function cachedWhenLarge<T>(db: Db, key: string, find: () => Promise<T>): Promise<T> {
  const { things } = await db
    .selectFrom('totals')
    .select(({ fn }) => fn.sum<number | string>('value').as('things'))
    .executeTakeFirstOrThrow()
  return cachedFor(db, `found ${key}`, find, () => (Number(things) >= MANY ? TTL_MS : 0))
}

type Entry = { value: unknown; newUntil: number; until: number }

const MAX_ENTRIES = 1000
const valuesOf = new WeakMap<object, Map<string, Entry>>()
const findingOf = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * Caches a value for `ttlOf(value)` milliseconds, 0 for not at all. With `isShared`, concurrent callers share one
 * computation; it may be older than their latest write.
 */
export async function cachedFor<T>(
  db: object,
  key: string,
  find: () => Promise<T>,
  ttlOf: (value: T) => number,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<T> {
  const values = valuesOf.get(db) ?? new Map<string, Entry>()
  valuesOf.set(db, values)
  const finding = findingOf.get(db) ?? new Map<string, Promise<unknown>>()
  findingOf.set(db, finding)
  const renew = async () => {
    const value = await find()
    const ttlMs = ttlOf(value)
    const now = Date.now()
    if (values.size >= MAX_ENTRIES) values.clear()
    if (ttlMs > 0) values.set(key, { value, newUntil: now + ttlMs / 3, until: now + ttlMs })
    else values.delete(key)
    return value
  }
  const now = Date.now()
  const known = values.get(key)
  if (!known || known.until <= now) {
    if (!isShared) return renew()
    const running = finding.get(key) ?? renew().finally(() => finding.delete(key))
    finding.set(key, running)
    return running as Promise<T> // the key says what is found
  }
  if (known.newUntil <= now) {
    // Only the first caller revalidates.
    known.newUntil = known.until
    setImmediate(() => renew().catch(() => undefined))
  }
  return known.value as T // the key says what was stored
}
