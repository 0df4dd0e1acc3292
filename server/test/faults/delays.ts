import type { Ledger } from './ledger.ts'
import type { Reader } from './reader.ts'

const SHOWN = 5
/** What was sent just before Redis came back is still found by asking, 5 s later. */
const AFTERMATH_MS = 6000

/**
 * How long after its answer each message was on each device; for a device that had just come back, after it was
 * greeted. Messages without an answer have no such time.
 */
export function measureDelays(
  readers: readonly Reader[],
  ledger: Ledger,
  redisAway: { from: number; until: number },
) {
  const [all, normal, withoutRedis]: [number[], number[], number[]] = [[], [], []]
  for (const { message, at, connectedAt } of readers.flatMap(({ deliveries }) => deliveries)) {
    const answeredAt = ledger.answeredAt(message.text)
    if (answeredAt === undefined) continue
    const since = Math.max(answeredAt, connectedAt)
    const delay = Math.max(0, at - since)
    all.push(delay)
    const wasAway = at >= redisAway.from && since <= redisAway.until + AFTERMATH_MS
    if (wasAway) withoutRedis.push(delay)
    else normal.push(delay)
  }
  for (const delays of [all, normal, withoutRedis]) delays.sort((a, b) => a - b)
  const at = (share: number) => all[Math.floor((all.length - 1) * share)] ?? 0
  return {
    count: all.length,
    p50: at(0.5),
    p99: at(0.99),
    slowest: normal.slice(-SHOWN).toReversed(),
    slowestWithoutRedis: withoutRedis.slice(-SHOWN).toReversed(),
  }
}

export type Delays = ReturnType<typeof measureDelays>
