import { filledDataDir } from './lib/fill.ts'
import { load } from './lib/load.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1000
const SECONDS = 2
const CONNECTIONS = 32
const PAGES = { HTML: '/offers', JSON: '/api/offers?limit=12' }
const GOALS = { body: 0.65, 304: 0.75 } as const

/** Row 3: a page and a list that have not changed since last time, against the same bytes out of raw node:http. */
export async function repeat(): Promise<Row[]> {
  const dataDir = await filledDataDir(OFFERS)
  const ours = await startServer(SERVER, {
    ...{ DATA_DIR: dataDir, PUBLIC_CACHE: 'on', RATE_LIMITS: 'off' },
  })
  const bare = await startServer('bench/bare/kept.ts', {
    ...{ OURS: ours.url, PATHS: JSON.stringify(Object.values(PAGES)) },
  })
  const rows: Row[] = []
  try {
    for (const [kind, path] of Object.entries(PAGES)) {
      const etag = await etagOf(ours.url + path)
      for (const what of ['body', '304'] as const) {
        const isKnown = what === '304'
        const headers = { 'accept-encoding': 'br', ...(isKnown && { 'if-none-match': etag }) }
        const measure = (url: string) => async () => {
          const asked = { url: url + path, connections: CONNECTIONS, seconds: SECONDS, headers, isKnown }
          const measured = await load(asked)
          if (measured.failures > 0) throw new Error(`${url + path} failed ${measured.failures} times`)
          return measured.requestsPerSecond
        }
        const ratio = await interleaved(measure(ours.url), measure(bare.url))
        const goal = GOALS[what]
        rows.push({
          number: 3,
          what: `Repeat of a public page, ${kind}, ${what}, requests/s`,
          goal: `≥ ${goal}`,
          ratio,
          isMet: ratio.lower >= goal * 0.9,
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
  const answer = await fetch(url, { headers: { 'accept-encoding': 'br' } })
  await answer.arrayBuffer()
  return answer.headers.get('etag') ?? ''
}
