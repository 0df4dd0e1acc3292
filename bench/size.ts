import { requireBrowser } from '../scripts/browser.mjs'
import { type EngineName, openFilled } from './lib/engines.ts'
import { load } from './lib/load.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'
import { addressOf, PAGES } from './web/pages.ts'
import { paint } from './web/paint.ts'

const SMALL = 1000
const LARGE = 1_000_000
const GOAL = 0.9
/** Home, offers, an offer, projects and a project. */
const PAINTED = 5

const PATHS = {
  'newest offers': '/api/offers?limit=6',
  // The last full page of 1,000 offers.
  'page 83 of offers': '/api/offers?limit=12&page=83',
}

/** Row 7: throughput and largest paint with 1,000,000 offers against 1,000. */
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
    if (engine === 'SQLite') rows.push(...(await paints(large?.url ?? '', small?.url ?? '')))
    return rows
  } finally {
    for (const server of servers) await server.stop()
    await million.close()
    await thousand.close()
  }
}

async function paints(large: string, small: string): Promise<Row[]> {
  const browser = requireBrowser()
  const rows: Row[] = []
  for (const { name, path } of PAGES.slice(0, PAINTED)) {
    const slow = await paint(browser, await addressOf(large, path))
    const quick = await paint(browser, await addressOf(small, path))
    const ratio = quick.ours / slow.ours
    rows.push({
      number: 7,
      what: `Largest paint: ${name}, 1,000 against 1,000,000`,
      goal: `≥ ${GOAL}`,
      measured: `${ratio.toFixed(2)} × (${Math.round(slow.ours)} ms)`,
      isMet: ratio >= GOAL,
    })
  }
  return rows
}
