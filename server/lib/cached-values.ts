import { LRUCache } from 'lru-cache'
import type { Db } from './db.ts'

const TTL_MS = 15_000
const MIN_CACHED_COUNT = 1000

/**
 * The number of rows that a filter or a search finds. It is cached for seconds when it, or `seen` (the rows read
 * on the way), is at least `least`; a smaller one is always exact. `key` identifies the count.
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

/** Below this number of public rows nothing is cached. */
const LARGE = 5000

/**
 * The value of `find`, cached for seconds while the database is large, or when it `isCostly` in a small one; `key`
 * identifies it.
 */
export async function cachedWhenLarge<T>(
  db: Db,
  key: string,
  find: () => Promise<T>,
  isCostly: (value: T) => boolean,
): Promise<T> {
  const { rows } = await db
    .selectFrom('totals')
    .select(({ fn }) => fn.sum<number | string>('value').as('rows'))
    .executeTakeFirstOrThrow()
  return cachedFor(db, `found ${key}`, find, (value) =>
    Number(rows) >= LARGE || isCostly(value) ? TTL_MS : 0,
  )
}

/** Times of `performance.now()`. */
type Entry = { value: unknown; freshUntil: number; endsAt: number }
type Cache = { values: LRUCache<string, Entry>; pending: Map<string, Promise<unknown>> }

const MAX_VALUES = 1000
const caches = new WeakMap<object, Cache>()

function cacheOf(db: object): Cache {
  const cache = caches.get(db) ?? {
    values: new LRUCache<string, Entry>({ max: MAX_VALUES }),
    pending: new Map<string, Promise<unknown>>(),
  }
  caches.set(db, cache)
  return cache
}

/**
 * Stale-while-revalidate: a value is fresh for a third of its TTL, then served while it is refreshed in the background.
 * `ttlOf` gives the TTL of a found value, 0 for none. With `isShared`, and after a value has expired, concurrent callers
 * share one `find`, whose value may be older than their own last write.
 */
export async function cachedFor<T>(
  db: object,
  key: string,
  find: () => Promise<T>,
  ttlOf: (value: T) => number,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<T> {
  const { values, pending } = cacheOf(db)
  const refresh = async () => {
    const value = await find()
    const ttl = ttlOf(value)
    const now = performance.now()
    if (ttl > 0) values.set(key, { value, freshUntil: now + ttl / 3, endsAt: now + ttl })
    else values.delete(key)
    return value
  }
  const cached = values.get(key)
  if (!cached || cached.endsAt <= performance.now()) {
    if (!isShared && !cached) return refresh()
    const running = pending.get(key) ?? refresh().finally(() => pending.delete(key))
    pending.set(key, running)
    return running as Promise<T> // the key says what is found
  }
  if (cached.freshUntil <= performance.now()) {
    // Only the first caller refreshes it.
    cached.freshUntil = Number.POSITIVE_INFINITY
    setImmediate(() => refresh().catch(() => undefined))
  }
  return cached.value as T // the key says what was stored
}
