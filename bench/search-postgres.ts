import { WORDS } from './calls/search.ts'
import { startCallClient } from './lib/call-client.ts'
import { openFilled } from './lib/engines.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved, median } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1_000_000
const CALLS = 120
const CONNECTIONS = 8
const MAX_P99 = 1.2
/** The mix of row 8: rare, medium and frequent words, and two words. `search-1000000` measures shorter ones. */
const MIXED = [...(WORDS['6 letters'] ?? []), ...(WORDS['two words'] ?? [])]

/** Row 8 on PostgreSQL: the newest 20 hits of 1,000,000 offers and their total, against the bare statements. */
export async function searchPostgres(): Promise<Row> {
  const filled = await openFilled('PostgreSQL', OFFERS)
  const ours = await startServer(SERVER, filled.settings)
  const bare = await startServer('bench/bare/search-postgres.ts', filled.settings)
  const client = startCallClient()
  const calls = Array.from({ length: CALLS }, (_, n) => ({
    path: `/api/offers/search?limit=20&q=${encodeURIComponent(MIXED[n % MIXED.length] ?? '')}`,
  }))
  const p50s: number[] = []
  const measure = (url: string) => async () => {
    const { p50Ms, p99Ms } = await client.run({ url, calls, connections: CONNECTIONS })
    if (url === ours.url) p50s.push(p50Ms)
    return p99Ms
  }
  try {
    const ratio = await interleaved(measure(ours.url), measure(bare.url))
    return {
      number: 8,
      what: `Search of 1,000,000 offers, PostgreSQL, p99 (ours ${medianMs(ratio.rounds.map(({ ours }) => ours))} ms, bare ${medianMs(ratio.rounds.map(({ bare }) => bare))}; our p50 ${medianMs(p50s)})`,
      goal: `≤ ${MAX_P99}`,
      ratio,
      isMet: ratio.upper <= MAX_P99 / 0.9,
    }
  } finally {
    client.stop()
    await ours.stop()
    await bare.stop()
    await filled.close()
  }
}

const medianMs = (values: number[]) => median(values).toFixed(1)
