import { filledDataDir } from './lib/fill.ts'
import { load } from './lib/load.ts'
import { startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
const SECONDS = 4
const CONNECTIONS = 32

/** Row 1: the 6 newest of 100,000 offers with owner and total, as a visitor, not cached. */
export async function offersList(): Promise<Row> {
  const dataDir = await filledDataDir(OFFERS)
  const ours = await startServer('server/main.ts', { DATA_DIR: dataDir })
  const bare = await startServer('bench/bare/offers-list.ts', { DATA_DIR: dataDir }, '/api/offers?limit=6')
  const measure = (url: string) => async () => {
    const measured = await load({
      url: `${url}/api/offers?limit=6`,
      connections: CONNECTIONS,
      seconds: SECONDS,
    })
    if (measured.failures > 0) throw new Error(`${url} failed ${measured.failures} times`)
    return measured.requestsPerSecond
  }
  try {
    const ratio = await interleaved(measure(ours.url), measure(bare.url))
    return {
      number: 1,
      what: 'Offers list, embedded, requests/s',
      goal: '≥ 0.80',
      ratio,
      isMet: ratio.lower >= 0.8 * 0.9,
    }
  } finally {
    await ours.stop()
    await bare.stop()
  }
}
