import { LRUCache } from 'lru-cache'
import { TOPICS } from '#contract/topics.ts'
import type { Services } from '../services.ts'
import type { CachedResponse } from './cached-response.ts'

const MAX_RESPONSES = 2000
const MAX_BYTES = 64 * 1024 * 1024
/** Relative times ('Posted 3 days ago') age, and operators' commands bypass the server. */
const TTL_MS = 60_000
/** While changes of other nodes do not arrive. */
const DISCONNECTED_TTL_MS = 2000

export type ResponseCache = ReturnType<typeof createResponseCache>

type Make = (key: string) => CachedResponse | Promise<CachedResponse>

type Entry = {
  response: CachedResponse
  version: string
  madeAt: number
  /** The total of changes at which the entry was last found fresh. */
  seen: number
}

/**
 * Caches responses and pages by key until one of their topics changes, on whichever node. Concurrent requests
 * for the same key share one rendering.
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

  function isFresh(entry: Entry): boolean {
    const ttlMs = bus.reach() === 'disconnected' ? DISCONNECTED_TTL_MS : TTL_MS
    if (Date.now() - entry.madeAt >= ttlMs) return false
    const seen = changes.count()
    if (entry.seen === seen) return true
    if (changes.version(entry.response.topics) !== entry.version) return false
    entry.seen = seen
    return true
  }

  function find(key: string): CachedResponse | undefined {
    const entry = cache.get(key)
    if (!entry || !isFresh(entry)) return undefined
    hits.inc()
    return entry.response
  }

  async function get(key: string, make: Make): Promise<CachedResponse> {
    const cached = find(key)
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
    const madeAt = Date.now()
    const response = await make(key)
    if (!response.isComplete) return response
    cache.set(key, { response, version: versionsBefore(response.topics), madeAt, seen: -1 })
    return response
  }

  return { get, find }
}

/** Bytes with all encoded variants, which are less than half of the plain text each; at least 1 for the LRU. */
const sizeOf = ({ plain }: CachedResponse): number => plain.length * 2 + 1
