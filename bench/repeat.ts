import { filledDataDir } from './lib/fill.ts'
import { load } from './lib/load.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1000
const SECONDS = 2
const CONNECTIONS = 32
/** V8 has compiled a path of this length best after some ten seconds of load, raw node:http after two. */
const WARM_UP_ROUNDS = 5
const PAGES = { HTML: '/offers', JSON: '/api/offers?limit=12' }
const GOAL = 0.6

/** Row 3: an unchanged page and list from the response cache, against the same bytes from raw node:http. */
export async function repeat(): Promise<Row[]> {
  const dataDir = await filledDataDir(OFFERS)
  const ours = await startServer(SERVER, {
    ...{ DATA_DIR: dataDir, PUBLIC_CACHE: 'on', RATE_LIMITS: 'off' },
  })
  const bare = await startServer('bench/bare/cached-response.ts', {
    ...{ OURS: ours.url, PATHS: JSON.stringify(Object.values(PAGES)) },
  })
  const rows: Row[] = []
  try {
    for (const [kind, path] of Object.entries(PAGES)) {
      const etag = await etagOf(ours.url + path)
      for (const what of ['body', '304'] as const) {
        const expectsNotModified = what === '304'
        const headers = { 'accept-encoding': 'br', ...(expectsNotModified && { 'if-none-match': etag }) }
        const measure = (url: string) => async () => {
          const options = {
            url: url + path,
            connections: CONNECTIONS,
            seconds: SECONDS,
            headers,
            expectsNotModified,
          }
          const measured = await load(options)
          if (measured.failures > 0) throw new Error(`${url + path} failed ${measured.failures} times`)
          return measured.requestsPerSecond
        }
        for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await measure(ours.url)()
        const ratio = await interleaved(measure(ours.url), measure(bare.url))
        rows.push({
          number: 3,
          what: `Cached ${kind === 'HTML' ? 'page' : 'list'}, ${what}, requests/s`,
          goal: `≥ ${GOAL}`,
          ratio,
          isMet: ratio.lower >= GOAL * 0.9,
        })
      }
    }
    return rows
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

async function etagOf(url: string): Promise<string> {
  const response = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await response.arrayBuffer()
  return response.headers.get('etag') ?? ''
}
