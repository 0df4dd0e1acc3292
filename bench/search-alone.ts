import { Agent, get } from 'node:http'
import { WORDS } from './calls/search.ts'
import { type Filled, openFilled } from './lib/engines.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { quantile } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1_000_000
const KINDS = ['offers', 'projects', 'devs']
const MAX_P50_MS = 2
/** Per word, after one warm-up request. */
const TIMES = 40

const MODES = [
  { what: 'one connection, no response cache', connections: 1, settings: { PUBLIC_CACHE: 'off' } },
  { what: 'eight connections, response cache', connections: 8, settings: { PUBLIC_CACHE: 'on' } },
]

/** Row 8: latency of a page of 20 and the total, with words of all lengths and frequencies in turn. */
export async function searchAlone(): Promise<Row[]> {
  const filled = await openFilled('SQLite', OFFERS)
  try {
    const rows: Row[] = []
    for (const mode of MODES) rows.push(...(await rowsOf(mode, filled.settings)))
    return rows
  } finally {
    await filled.close()
  }
}

async function rowsOf({ what, connections, settings }: (typeof MODES)[number], common: Filled['settings']) {
  const server = await startServer(SERVER, { ...common, ...settings })
  try {
    const rows: Row[] = []
    for (const kind of KINDS) {
      const times = await timesOf(`${server.url}/api/${kind}/search?limit=20`, connections)
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      rows.push({
        number: 8,
        what: `search ${kind}, ${what}, ${OFFERS.toLocaleString('en')} offers`,
        goal: `p50 ≤ ${MAX_P50_MS} ms`,
        measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
        isMet: p50 <= MAX_P50_MS,
      })
    }
    return rows
  } finally {
    await server.stop()
  }
}

/** Milliseconds of each response, sorted. */
async function timesOf(url: string, connections: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const words = Object.values(WORDS)
    .flat()
    .map((word) => `${url}&q=${encodeURIComponent(word)}`)
  for (const first of words) await timed(first, agent)
  const waiting = Array.from({ length: TIMES }, () => words).flat()
  const times: number[] = []
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) times.push(await timed(next, agent))
  }
  await Promise.all(Array.from({ length: connections }, work))
  agent.destroy()
  return times.sort((a, b) => a - b)
}

const timed = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now()
    get(url, { agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} returned ${response.statusCode}`))
      response.resume().once('end', () => resolve(performance.now() - started))
    }).once('error', reject)
  })
