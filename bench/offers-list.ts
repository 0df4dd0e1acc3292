import { type EngineName, openFilled } from './lib/engines.ts'
import { load } from './lib/load.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
const SECONDS = 4
const CONNECTIONS = 32
const PATH = '/api/offers?limit=6'
const GOAL = 0.8
const BARE = { SQLite: 'bench/bare/offers-list.ts', PostgreSQL: 'bench/bare/offers-list-postgres.ts' }

/**
 * Rows 1 and 2: the 6 newest of 100,000 offers with owner and total, as a visitor, not cached. Without rate limits, since
 * even loopback may read only 60,000 lists a minute.
 */
export const offersList = (engine: EngineName) => async (): Promise<Row> => {
  const filled = await openFilled(engine, OFFERS)
  const ours = await startServer(SERVER, { ...filled.settings, RATE_LIMITS: 'off' })
  const bare = await startServer(BARE[engine], filled.settings, PATH)
  const measure = (url: string) => async () => {
    const measured = await load({ url: url + PATH, connections: CONNECTIONS, seconds: SECONDS })
    if (measured.failures > 0) throw new Error(`${url} failed ${measured.failures} times`)
    return measured.requestsPerSecond
  }
  try {
    const ratio = await interleaved(measure(ours.url), measure(bare.url))
    return {
      number: engine === 'SQLite' ? 1 : 2,
      what: `Offers list, ${engine}, requests/s`,
      goal: `≥ ${GOAL}`,
      ratio,
      isMet: ratio.lower >= GOAL * 0.9,
    }
  } finally {
    await ours.stop()
    await bare.stop()
    await filled.close()
  }
}
