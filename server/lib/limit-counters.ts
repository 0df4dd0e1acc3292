import type { Redis } from 'ioredis'
import { createFixedWindows } from './limit-windows.ts'
import { inSpan } from './spans.ts'

/** Whether the request is allowed; if not, when the next one will be. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number }

/** Synchronous unless Redis is consulted. */
export type Counter = {
  /** Counts one request. */
  take: (key: string) => Verdict | Promise<Verdict>
  /** Checks without counting. */
  look: (key: string) => Verdict | Promise<Verdict>
  /** Takes back one counted request. */
  refund: (key: string) => void | Promise<void>
}

/** Redis holds hashes of addresses and e-mails, never themselves (G16). */
export type SharedCounters = { redis: Redis; prefix: string; hashOf: (key: string) => string }

type Rule = { id: string; points: number; seconds: number }

/** Rules with at least this many points do not wait for Redis: it would cost more than they protect. */
const FREQUENT_PER_SECOND = 10
const PUBLISH_MS = 100

/**
 * Counts requests per key. Each process counts its own, and Redis counts those of all: either count refuses. So limits
 * hold while Redis is unavailable (K2).
 */
export function createCounter(rule: Rule, shared?: SharedCounters): Counter {
  const { points, seconds } = rule
  const own = ownCount(rule)
  if (!shared) return own
  const all = sharedCount(rule, shared)
  return points / seconds >= FREQUENT_PER_SECOND
    ? batchedCounter(own, all, points)
    : unbatchedCounter(own, all, points)
}

type OwnCount = {
  take: (key: string) => Verdict
  look: (key: string) => Verdict
  refund: (key: string) => void
  /** Refuses everything for this time. */
  block: (key: string, lastsMs: number) => void
}

function ownCount({ points, seconds }: Rule): OwnCount {
  const windows = createFixedWindows(seconds)
  return {
    take(key) {
      const { count, endsAt } = windows.add(key)
      return count > points ? refusal(endsAt - performance.now()) : ALLOWED
    },
    look(key) {
      const window = windows.find(key)
      return window && window.count >= points ? refusal(window.endsAt - performance.now()) : ALLOWED
    },
    refund(key) {
      const window = windows.find(key)
      if (window && window.count > 0) window.count -= 1
    },
    block: (key, lastsMs) => windows.set(key, points + 1, lastsMs),
  }
}

type Used = { count: number; endsInMs: number }
type SharedCount = {
  add: (key: string, count: number) => Promise<Used>
  read: (key: string) => Promise<Used>
}

/** Plain commands, because Redis runs no scripts (S8): the first one of a period sets its expiry. */
function sharedCount({ id, seconds }: Rule, { redis, prefix, hashOf }: SharedCounters): SharedCount {
  const run = async (commands: ReturnType<Redis['multi']>): Promise<unknown[]> => {
    const results = (await commands.exec()) ?? []
    return results.map(([error, value]) => {
      if (error) throw error
      return value
    })
  }
  const name = (key: string) => `${prefix}:${id}:${hashOf(key)}`
  return {
    async add(key, count) {
      const sharedKey = name(key)
      const [, total, endsInMs] = await run(
        redis
          .multi()
          .set(sharedKey, 0, 'PX', seconds * 1000, 'NX')
          .incrby(sharedKey, count)
          .pttl(sharedKey),
      )
      return { count: Number(total), endsInMs: Number(endsInMs) }
    },
    async read(key) {
      const [total, endsInMs] = await run(redis.multi().get(name(key)).pttl(name(key)))
      return { count: Number(total), endsInMs: Number(endsInMs) }
    },
  }
}

function unbatchedCounter(own: OwnCount, all: SharedCount, points: number): Counter {
  const elsewhere = (isFull: boolean, { endsInMs }: Used): Verdict => (isFull ? refusal(endsInMs) : ALLOWED)
  return {
    take: (key) => {
      const verdict = own.take(key)
      if (!verdict.allowed) return verdict
      return inRedis(() => all.add(key, 1)).then(
        (used) => elsewhere(used.count > points, used),
        () => ALLOWED,
      )
    },
    look: (key) => {
      const verdict = own.look(key)
      if (!verdict.allowed) return verdict
      return inRedis(() => all.read(key)).then(
        (used) => elsewhere(used.count >= points, used),
        () => ALLOWED,
      )
    },
    refund: async (key) => {
      own.refund(key)
      await all.add(key, -1).catch(() => undefined)
    },
  }
}

const inRedis = (work: () => Promise<Used>) => inSpan('redis count', { 'db.system.name': 'redis' }, work)

/** Publishes the counts of this process to Redis ten times a second, and reads the total of all. */
function batchedCounter(own: OwnCount, all: SharedCount, points: number): Counter {
  let unsent = new Map<string, number>()

  function publish(): void {
    const counts = unsent
    unsent = new Map()
    for (const [key, count] of counts) void publishOne(key, count)
  }

  async function publishOne(key: string, count: number): Promise<void> {
    // While Redis is unavailable, the count is dropped; the one of this process remains.
    const used = await all.add(key, count).catch(() => undefined)
    if (used && used.count >= points) own.block(key, used.endsInMs)
  }

  return {
    take: (key) => {
      const verdict = own.take(key)
      if (verdict.allowed) {
        if (unsent.size === 0) setTimeout(publish, PUBLISH_MS).unref()
        unsent.set(key, (unsent.get(key) ?? 0) + 1)
      }
      return verdict
    },
    look: own.look,
    refund: (key) => {
      own.refund(key)
      unsent.set(key, (unsent.get(key) ?? 0) - 1)
    },
  }
}

export const ALLOWED: Verdict = { allowed: true, retryAfterSeconds: 0 }

const refusal = (endsInMs: number): Verdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
})
