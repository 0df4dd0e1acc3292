import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

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
export function createCounter(rule: Rule, shared?: { redis: Redis; prefix: string }): Counter {
  const { id, points, seconds } = rule
  const own = new RateLimiterMemory({ keyPrefix: id, points, duration: seconds })
  if (!shared) return counterOf(own)
  const all = sharedCount(rule, shared)
  return points / seconds >= FREQUENT_PER_SECOND
    ? toldLater(own, all, points)
    : askedEachTime(own, all, points)
}

function counterOf(limiter: RateLimiterMemory): Counter {
  return {
    take: (key) => limiter.consume(key).then(() => YES, refusalOf),
    look: async (key) => {
      const used = await limiter.get(key)
      return used && used.consumedPoints >= limiter.points ? refusalOf(used) : YES
    },
  }
}

type Used = { count: number; endsInMs: number }
type SharedCount = {
  add: (key: string, count: number) => Promise<Used>
  read: (key: string) => Promise<Used>
}

/** In plain commands, as Redis is to run no scripts (S8): the first one of a period sets its end. */
function sharedCount(
  { id, seconds }: Rule,
  { redis, prefix }: { redis: Redis; prefix: string },
): SharedCount {
  const run = async (commands: ReturnType<Redis['multi']>): Promise<unknown[]> => {
    const answers = (await commands.exec()) ?? []
    return answers.map(([error, value]) => {
      if (error) throw error
      return value
    })
  }
  const name = (key: string) => `${prefix}:${id}:${key}`
  return {
    async add(key, count) {
      const place = name(key)
      const [, total, endsInMs] = await run(
        redis
          .multi()
          .set(place, 0, 'PX', seconds * 1000, 'NX')
          .incrby(place, count)
          .pttl(place),
      )
      return { count: Number(total), endsInMs: Number(endsInMs) }
    },
    async read(key) {
      const [total, endsInMs] = await run(redis.multi().get(name(key)).pttl(name(key)))
      return { count: Number(total), endsInMs: Number(endsInMs) }
    },
  }
}

function askedEachTime(own: RateLimiterMemory, all: SharedCount, points: number): Counter {
  const here = counterOf(own)
  const elsewhere = (isFull: boolean, { endsInMs }: Used): Verdict => (isFull ? refusal(endsInMs) : YES)
  return {
    take: async (key) => {
      const verdict = await here.take(key)
      if (!verdict.allowed) return verdict
      return all.add(key, 1).then(
        (used) => elsewhere(used.count > points, used),
        () => YES,
      )
    },
    look: async (key) => {
      const verdict = await here.look(key)
      if (!verdict.allowed) return verdict
      return all.read(key).then(
        (used) => elsewhere(used.count >= points, used),
        () => YES,
      )
    },
  }
}

/** Tells Redis ten times a second what was counted here; learns so what all have counted. */
function toldLater(own: RateLimiterMemory, all: SharedCount, points: number): Counter {
  const here = counterOf(own)
  let untold = new Map<string, number>()

  function tell(): void {
    const counts = untold
    untold = new Map()
    for (const [key, count] of counts) void tellOne(key, count)
  }

  async function tellOne(key: string, count: number): Promise<void> {
    // Away, it is not told at all: the count of this process goes on.
    const used = await all.add(key, count).catch(() => undefined)
    if (used && used.count >= points) {
      // 0 would mean for ever.
      await own.block(key, Math.max(1, used.endsInMs) / 1000)
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

const refusal = (endsInMs: number): Verdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
})

function refusalOf(refused: unknown): Verdict {
  if (!(refused instanceof RateLimiterRes)) throw refused
  return refusal(refused.msBeforeNext)
}
