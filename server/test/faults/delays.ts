import type { MessageLedger } from './message-ledger.ts'
import type { Reader } from './reader.ts'

const SHOWN = 5
/** Messages sent just before Redis recovers are still found by polling, 5 s later. */
const AFTERMATH_MS = 6000

/** An outage, in milliseconds of the clock. */
export type Outage = { from: number; until: number }

/**
 * The delay of each message from its response to each device; for a device that had just reconnected, from its
 * snapshot. Messages without a response have no delay.
 */
export function measureDelays(
  readers: readonly Reader[],
  ledger: MessageLedger,
  { redis, servers }: { redis: Outage; servers: readonly Outage[] },
) {
  const [all, normal, afterReturn, withoutRedis]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (const { message, at, connectedAt } of readers.flatMap(({ deliveries }) => deliveries)) {
    const respondedAt = ledger.respondedAt(message.text)
    if (respondedAt === undefined) continue
    const since = Math.max(respondedAt, connectedAt)
    const delay = Math.max(0, at - since)
    all.push(delay)
    const isDuring = ({ from, until }: Outage) => at >= from && since <= until
    if (isDuring({ from: redis.from, until: redis.until + AFTERMATH_MS })) withoutRedis.push(delay)
    else if (connectedAt > respondedAt || servers.some(isDuring)) afterReturn.push(delay)
    else normal.push(delay)
  }
  return {
    all: spread(all),
    normal: spread(normal),
    afterReturn: spread(afterReturn),
    withoutRedis: spread(withoutRedis),
  }
}

function spread(delays: number[]) {
  delays.sort((a, b) => a - b)
  return {
    count: delays.length,
    /** The quantile; 1 is the slowest. */
    at: (share: number) => delays[Math.max(0, Math.ceil(delays.length * share) - 1)] ?? 0,
    slowest: delays.slice(-SHOWN).toReversed(),
  }
}

export type Delays = ReturnType<typeof measureDelays>
