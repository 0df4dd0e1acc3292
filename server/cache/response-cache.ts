import { TOPICS } from '#contract/topics.ts'
import type { Services } from '../services.ts'
import type { Document } from './cached-response.ts'

const MAX_DOCUMENTS = 2000
const MAX_BYTES = 64 * 1024 * 1024
/** 'Posted 3 days ago' moves on by itself, and operators' commands write past the server. */
const KEPT_MS = 60_000
/** While other nodes cannot tell us what they change. */
const KEPT_OUT_OF_REACH_MS = 2000

export type PageCache = ReturnType<typeof createPageCache>

const fresh = new WeakMap<Document, () => boolean>()

/**
 * Tells of a document that a cache has given whether it still would; a yes is counted as an answer from it. Undefined
 * for one that none keeps.
 */
export const freshnessOf = (document: Document): (() => boolean) | undefined => fresh.get(document)

type Make = (address: string) => Document | Promise<Document>
const forgotten = new WeakMap<Document, () => void>()

/** Called when the cache lets a document go, so that whoever holds it for later does so, too. */
export const whenForgotten = (document: Document, act: () => void) => forgotten.set(document, act)

type Kept = {
  document: Document
  version: string
  madeAt: number
  /** After so many changes of anything it was still fresh. */
  seen: number
  /** Since somebody looked for one that may go. */
  wasAsked: boolean
  isGone: boolean
}

/**
 * Keeps documents by address until something that they show changes, on whichever node. Many who ask for the
 * same page at once wait for one rendering.
 */
export function createPageCache(
  { changes, bus, meters }: Pick<Services, 'changes' | 'bus' | 'meters'>,
  name: string,
) {
  const kept = new Map<string, Kept>()
  const underWay = new Map<string, Promise<Document>>()
  let bytes = 0

  const isFresh = (one: Kept) => {
    const keptMs = bus.reach() === 'disconnected' ? KEPT_OUT_OF_REACH_MS : KEPT_MS
    if (Date.now() - one.madeAt >= keptMs) return false
    const seen = changes.count()
    if (one.seen === seen) return true
    if (changes.version(one.document.topics) !== one.version) return false
    one.seen = seen
    return true
  }

  const hits = meters.caches.labels(name, 'hit')

  function mayGive(one: Kept): boolean {
    if (one.isGone || !isFresh(one)) return false
    hits.inc()
    one.wasAsked = true
    return true
  }

  function findFresh(address: string): Document | undefined {
    const known = kept.get(address)
    return known && mayGive(known) ? known.document : undefined
  }

  async function get(address: string, make: Make): Promise<Document> {
    const known = findFresh(address)
    if (known) return known
    // A page that began before a change must not be shared with who asks after it.
    const key = `${changes.version(TOPICS)} ${address}`
    const running = underWay.get(key)
    meters.caches.labels(name, running ? 'shared' : 'miss').inc()
    if (running) return running
    const making = produce(address, make).finally(() => underWay.delete(key))
    underWay.set(key, making)
    return making
  }

  async function produce(address: string, make: Make): Promise<Document> {
    const before = changes.versions()
    const madeAt = Date.now()
    const document = await make(address)
    if (!document.isComplete) return document
    forget(address)
    makeRoom(sizeOf(document))
    const version = before(document.topics)
    const one: Kept = { document, version, madeAt, seen: -1, wasAsked: false, isGone: false }
    kept.set(address, one)
    fresh.set(document, () => mayGive(one))
    bytes += sizeOf(document)
    return document
  }

  /** The oldest goes first; who was asked meanwhile is young again, so that an answer from here moves nothing. */
  function makeRoom(size: number): void {
    for (const [address, one] of kept) {
      if (kept.size < MAX_DOCUMENTS && bytes + size <= MAX_BYTES) break
      if (one.wasAsked) {
        one.wasAsked = false
        kept.delete(address)
        kept.set(address, one)
      } else forget(address)
    }
  }

  function forget(address: string): void {
    const known = kept.get(address)
    if (!known) return
    bytes -= sizeOf(known.document)
    kept.delete(address)
    known.isGone = true
    forgotten.get(known.document)?.()
  }

  return { get, find: findFresh }
}

/** With what it is compressed to, which is less than half each time. */
const sizeOf = ({ plain }: Document): number => plain.length * 2
