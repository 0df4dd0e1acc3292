import type { Redis } from 'ioredis'
import { createFixedWindows } from './limit-windows.ts'

/** Whether one more was allowed, and else when the next one will be. */
export type Verdict = { allowed: boolean; retryAfterSeconds: number }

/** Answers at once unless Redis is asked. */
export type Counter = {
  /** Counts one. */
  take: (key: string) => Verdict | Promise<Verdict>
  /** Counts nothing. */
  look: (key: string) => Verdict | Promise<Verdict>
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
  const { points, seconds } = rule
  const own = ownCount(rule)
  if (!shared) return own
  const all = sharedCount(rule, shared)
  return points / seconds >= FREQUENT_PER_SECOND
    ? toldLater(own, all, points)
    : askedEachTime(own, all, points)
}

type OwnCount = {
  take: (key: string) => Verdict
  look: (key: string) => Verdict
  /** Lets nothing pass for so long. */
  block: (key: string, lastsMs: number) => void
}

function ownCount({ points, seconds }: Rule): OwnCount {
  const windows = createFixedWindows(seconds)
  return {
    take(key) {
      const { count, endsAt } = windows.add(key)
      return count > points ? refusal(endsAt - performance.now()) : YES
    },
    look(key) {
      const window = windows.find(key)
      return window && window.count >= points ? refusal(window.endsAt - performance.now()) : YES
    },
    block: (key, lastsMs) => windows.set(key, points + 1, lastsMs),
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

function askedEachTime(own: OwnCount, all: SharedCount, points: number): Counter {
  const elsewhere = (isFull: boolean, { endsInMs }: Used): Verdict => (isFull ? refusal(endsInMs) : YES)
  return {
    take: (key) => {
      const verdict = own.take(key)
      if (!verdict.allowed) return verdict
      return all.add(key, 1).then(
        (used) => elsewhere(used.count > points, used),
        () => YES,
      )
    },
    look: (key) => {
      const verdict = own.look(key)
      if (!verdict.allowed) return verdict
      return all.read(key).then(
        (used) => elsewhere(used.count >= points, used),
        () => YES,
      )
    },
  }
}

/** Tells Redis ten times a second what was counted here; learns so what all have counted. */
function toldLater(own: OwnCount, all: SharedCount, points: number): Counter {
  let untold = new Map<string, number>()

  function tell(): void {
    const counts = untold
    untold = new Map()
    for (const [key, count] of counts) void tellOne(key, count)
  }

  async function tellOne(key: string, count: number): Promise<void> {
    // Away, it is not told at all: the count of this process goes on.
    const used = await all.add(key, count).catch(() => undefined)
    if (used && used.count >= points) own.block(key, used.endsInMs)
  }

  return {
    take: (key) => {
      const verdict = own.take(key)
      if (verdict.allowed) {
        if (untold.size === 0) setTimeout(tell, TELL_MS).unref()
        untold.set(key, (untold.get(key) ?? 0) + 1)
      }
      return verdict
    },
    look: own.look,
  }
}

export const YES: Verdict = { allowed: true, retryAfterSeconds: 0 }

const refusal = (endsInMs: number): Verdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(endsInMs / 1000)),
})
