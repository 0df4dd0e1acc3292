import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Whether one more was allowed, and else when the next one will be. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number }

export type Counter = {
  /** Counts one. */
  take: (key: string) => Promise<Verdict>
  /** Counts nothing. */
  look: (key: string) => Promise<Verdict>
}

type Rule = { id: string; points: number; seconds: number }

/** A rule that is asked this often costs more than it is worth if each call waits for Redis. */
const FREQUENT_PER_SECOND = 10
const TELL_MS = 100

/**
 * Counts a rule per key. Every process counts for itself, and all of them together in Redis: whichever count is
 * full first refuses. So limits go on while Redis is away and never open (K2).
 */
export function createCounter(
  { id, points, seconds }: Rule,
  shared?: { redis: Redis; prefix: string },
): Counter {
  const own = new RateLimiterMemory({ keyPrefix: id, points, duration: seconds })
  if (!shared) return counterOf(own)
  const all = new RateLimiterRedis({
    storeClient: shared.redis,
    keyPrefix: `${shared.prefix}:${id}`,
    points,
    duration: seconds,
    rejectIfRedisNotReady: true,
  })
  return points / seconds >= FREQUENT_PER_SECOND ? toldLater(own, all) : askedEachTime(own, all)
}

function counterOf(limiter: RateLimiterMemory | RateLimiterRedis): Counter {
  return {
    take: (key) => limiter.consume(key).then(() => YES, refusalOf),
    look: async (key) => {
      const used = await limiter.get(key)
      return used && used.consumedPoints >= limiter.points ? refusalOf(used) : YES
    },
  }
}

function askedEachTime(own: RateLimiterMemory, all: RateLimiterRedis): Counter {
  const [here, everywhere] = [counterOf(own), counterOf(all)]
  return {
    take: async (key) => {
      const verdict = await here.take(key)
      return verdict.allowed ? everywhere.take(key).catch(() => YES) : verdict
    },
    look: async (key) => {
      const verdict = await here.look(key)
      return verdict.allowed ? everywhere.look(key).catch(() => YES) : verdict
    },
  }
}

/** Tells Redis ten times a second what was counted here; learns so what all have counted. */
function toldLater(own: RateLimiterMemory, all: RateLimiterRedis): Counter {
  const here = counterOf(own)
  let untold = new Map<string, number>()

  function tell(): void {
    const counts = untold
    untold = new Map()
    for (const [key, count] of counts) void tellOne(key, count)
  }

  async function tellOne(key: string, count: number): Promise<void> {
    // Away, it is not told at all: the count of this process goes on.
    const used = await all.penalty(key, count).catch(() => undefined)
    if (used && used.consumedPoints >= all.points) {
      // 0 would mean for ever.
      await own.block(key, Math.max(1, used.msBeforeNext) / 1000)
    }
  }

  return {
    take: async (key) => {
      const verdict = await here.take(key)
      if (verdict.allowed) {
        if (untold.size === 0) setTimeout(tell, TELL_MS).unref()
        untold.set(key, (untold.get(key) ?? 0) + 1)
      }
      return verdict
    },
    look: here.look,
  }
}

const YES: Verdict = { allowed: true, retryAfterSeconds: 0 }

function refusalOf(refusal: unknown): Verdict {
  if (!(refusal instanceof RateLimiterRes)) throw refusal
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
}
