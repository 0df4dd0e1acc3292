import { LRUCache } from 'lru-cache'
import { TOPICS } from '#contract/topics.ts'
import { databaseFault } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import type { Services } from '../services.ts'
import type { CachedResponse } from './cached-response.ts'

const MAX_RESPONSES = 2000
const MAX_BYTES = 64 * 1024 * 1024
/** Relative times ('Posted 3 days ago') age, and operators' commands bypass the server. */
const TTL_MS = 60_000
/** While changes of other nodes do not arrive. */
const DISCONNECTED_TTL_MS = 2000
/** While the database is unavailable, for responses of which no topic has changed (X9). */
const STALE_TTL_MS = 3600 * 1000
/** After a failure the database is not queried again for this long: its timeouts would delay every reader. */
const RETRY_MS = 2000

export type ResponseCache = ReturnType<typeof createResponseCache>

type Make = (key: string) => CachedResponse | Promise<CachedResponse>

type Entry = {
  response: CachedResponse
  version: string
  /** In ms of `performance.now()`, which no change of the system clock moves; so are `unavailableUntil` and `lastMadeAt`. */
  madeAt: number
  /** The time at which the clock alone makes it stale: an offer closes (LIFE-04). Ignored while the database is unavailable. */
  overtakenAt: number
  /** The total of changes at which the entry was last found fresh. */
  seen: number
}

/**
 * Caches responses and pages by key until one of their topics changes, on whichever node, or an offer closes. Concurrent requests
 * for the same key share one rendering. While the database is unavailable, expired entries are served (X9).
 */
export function createResponseCache(
  { changes, bus, meters }: Pick<Services, 'changes' | 'bus' | 'meters'>,
  name: string,
) {
  const cache = new LRUCache<string, Entry>({
    max: MAX_RESPONSES,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ response }, key) => sizeOf(response) + key.length,
  })
  const underWay = new Map<string, Promise<CachedResponse>>()
  const hits = meters.caches.labels(name, 'hit')
  const stale = meters.caches.labels(name, 'stale')
  let unavailableUntil = 0
  let lastMadeAt = 0

  function isFresh(entry: Entry, ttlMs = bus.reach() === 'disconnected' ? DISCONNECTED_TTL_MS : TTL_MS) {
    if (performance.now() - entry.madeAt >= ttlMs) return false
    const seen = changes.count()
    if (entry.seen === seen) return true
    if (changes.version(entry.response.topics) !== entry.version) return false
    entry.seen = seen
    return true
  }

  function find(key: string): CachedResponse | undefined {
    const entry = cache.get(key)
    if (!entry || Date.now() >= entry.overtakenAt || !isFresh(entry)) return undefined
    hits.inc()
    return entry.response
  }

  function findStale(key: string): CachedResponse | undefined {
    const entry = cache.get(key)
    if (!entry || !isFresh(entry, STALE_TTL_MS)) return undefined
    stale.inc()
    return entry.response
  }

  async function get(key: string, make: Make): Promise<CachedResponse> {
    const cached = find(key) ?? (performance.now() < unavailableUntil ? findStale(key) : undefined)
    if (cached) return cached
    // A rendering that began before a change must not be shared with requests after it.
    const keyNow = `${changes.version(TOPICS)} ${key}`
    const running = underWay.get(keyNow)
    meters.caches.labels(name, running ? 'shared' : 'miss').inc()
    if (running) return running
    const making = produce(key, make).finally(() => underWay.delete(keyNow))
    underWay.set(keyNow, making)
    return making
  }

  async function produce(key: string, make: Make): Promise<CachedResponse> {
    const versionsBefore = changes.versions()
    const [madeAt, date] = [performance.now(), Date.now()]
    let response: CachedResponse
    try {
      response = await make(key)
    } catch (error) {
      if (!isUnavailable(error)) throw error
      unavailableUntil = performance.now() + RETRY_MS
      const former = findStale(key)
      if (!former) throw error
      return former
    }
    // A page with missing data.
    if (!response.isComplete) return findStale(key) ?? response
    const version = versionsBefore(response.topics)
    const overtakenAt = await changes.overtakenAt(response.topics, date).catch(() => date)
    cache.set(key, { response, version, madeAt, overtakenAt, seen: -1 })
    lastMadeAt = madeAt
    return response
  }

  return {
    get,
    find,
    /** Whether entries may be served without the database. */
    holdsStale: () => cache.size > 0 && performance.now() - lastMadeAt < STALE_TTL_MS,
  }
}

const isUnavailable = (error: unknown) =>
  databaseFault(error) === 'unavailable' || (error instanceof ApiError && error.code === 'UNAVAILABLE')

/** Bytes with all encoded variants, which are less than half of the plain text each; at least 1 for the LRU. */
const sizeOf = ({ plain }: CachedResponse): number => plain.length * 2 + 1
