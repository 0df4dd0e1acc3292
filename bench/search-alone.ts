import { Agent, get } from 'node:http'
import { WORDS } from './calls/search.ts'
import { openFilled } from './lib/engines.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { quantile } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 1_000_000
const KINDS = ['offers', 'projects', 'devs']
const MOST_P50_MS = 2
/** Of each word; the first time it is counted, which is told by the searches of eight at once. */
const TIMES = 40

/** Row 8: how long one person waits for a page of 20 and the total, words of every length and frequency in turn. */
export async function searchAlone(): Promise<Row[]> {
  const filled = await openFilled('SQLite', OFFERS)
  const server = await startServer(SERVER, filled.settings)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const words = Object.values(WORDS).flat()
  try {
    const rows: Row[] = []
    for (const kind of KINDS) {
      const times: number[] = []
      for (let time = 0; time <= TIMES; time += 1) {
        for (const word of words) {
          const url = `${server.url}/api/${kind}/search?limit=20&q=${encodeURIComponent(word)}`
          const ms = await timed(url, agent)
          if (time > 0) times.push(ms)
        }
      }
      times.sort((a, b) => a - b)
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
      rows.push({
        number: 8,
        what: `search ${kind}, one after the other, of ${OFFERS.toLocaleString('en')}`,
        goal: `p50 ≤ ${MOST_P50_MS} ms`,
        measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms`,
        isMet: p50 <= MOST_P50_MS,
      })
    }
    return rows
  } finally {
    agent.destroy()
    await server.stop()
    await filled.close()
  }
}

const timed = (url: string, agent: Agent) =>
  new Promise<number>((resolve, reject) => {
    const started = performance.now()
    get(url, { agent }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
      answer.resume().once('end', () => resolve(performance.now() - started))
    }).once('error', reject)
  })
