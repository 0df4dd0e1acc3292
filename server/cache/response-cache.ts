import { LRUCache } from 'lru-cache'
import { TOPICS } from '#contract/topics.ts'
import type { Services } from '../services.ts'
import type { Document } from './cached-response.ts'

const MAX_DOCUMENTS = 2000
const MAX_BYTES = 64 * 1024 * 1024
/** Relative times ('Posted 3 days ago') age, and operators' commands bypass the server. */
const TTL_MS = 60_000
/** While changes of other nodes do not arrive. */
const DISCONNECTED_TTL_MS = 2000

export type PageCache = ReturnType<typeof createPageCache>

type Make = (address: string) => Document | Promise<Document>

type Entry = {
  document: Document
  version: string
  madeAt: number
  /** The total of changes at which the entry was last found fresh. */
  seen: number
}

/**
 * Caches responses and pages by address until one of their topics changes, on whichever node. Concurrent requests
 * for the same address share one rendering.
 */
export function createPageCache(
  { changes, bus, meters }: Pick<Services, 'changes' | 'bus' | 'meters'>,
  name: string,
) {
  const cache = new LRUCache<string, Entry>({
    max: MAX_DOCUMENTS,
    maxSize: MAX_BYTES,
    sizeCalculation: ({ document }, key) => sizeOf(document) + key.length,
  })
  const underWay = new Map<string, Promise<Document>>()
  const hits = meters.caches.labels(name, 'hit')

  function isFresh(entry: Entry): boolean {
    const ttlMs = bus.reach() === 'disconnected' ? DISCONNECTED_TTL_MS : TTL_MS
    if (Date.now() - entry.madeAt >= ttlMs) return false
    const seen = changes.count()
    if (entry.seen === seen) return true
    if (changes.version(entry.document.topics) !== entry.version) return false
    entry.seen = seen
    return true
  }

  function find(address: string): Document | undefined {
    const entry = cache.get(address)
    if (!entry || !isFresh(entry)) return undefined
    hits.inc()
    return entry.document
  }

  async function get(address: string, make: Make): Promise<Document> {
    const cached = find(address)
    if (cached) return cached
    // A rendering that began before a change must not be shared with requests after it.
    const key = `${changes.version(TOPICS)} ${address}`
    const running = underWay.get(key)
    meters.caches.labels(name, running ? 'shared' : 'miss').inc()
    if (running) return running
    const making = produce(address, make).finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  async function produce(address: string, make: Make): Promise<Document> {
    const versionsBefore = changes.versions()
    const madeAt = Date.now()
    const document = await make(address)
    if (!document.isComplete) return document
    cache.set(address, { document, version: versionsBefore(document.topics), madeAt, seen: -1 })
    return document
  }

  return { get, find }
}

/** Bytes with all encoded variants, which are less than half of the plain text each; at least 1 for the LRU. */
const sizeOf = ({ plain }: Document): number => plain.length * 2 + 1
