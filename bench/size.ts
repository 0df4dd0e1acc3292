import { type EngineName, openFilled } from './lib/engines.ts'
import { load } from './lib/load.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const SMALL = 1000
const LARGE = 1_000_000
const GOAL = 0.9

const PATHS = {
  'newest offers': '/api/offers?limit=6',
  // A thousand offers have 83 such pages, so the last one that both have.
  'page 83 of offers': '/api/offers?limit=12&page=83',
}

/** Row 7: requests per second with a million offers, against those with a thousand. */
export const size = (engine: EngineName) => async (): Promise<Row[]> => {
  const [million, thousand] = [await openFilled(engine, LARGE), await openFilled(engine, SMALL)]
  const servers = []
  try {
    for (const { settings } of [million, thousand]) servers.push(await startServer(SERVER, settings))
    const [large, small] = servers
    const rows: Row[] = []
    for (const [what, path] of Object.entries(PATHS)) {
      const measure =
        (url = '') =>
        async () => {
          const measured = await load({ url: url + path, connections: 32, seconds: 2 })
          if (measured.failures > 0) throw new Error(`${url} failed ${measured.failures} times`)
          return measured.requestsPerSecond
        }
      const ratio = await interleaved(measure(large?.url), measure(small?.url))
      rows.push({
        number: 7,
        what: `${engine}, ${what}, 1,000,000 against 1,000`,
        goal: `≥ ${GOAL}`,
        ratio,
        isMet: ratio.lower >= GOAL * 0.9,
      })
    }
    return rows
  } finally {
    for (const server of servers) await server.stop()
    await million.close()
    await thousand.close()
  }
}
