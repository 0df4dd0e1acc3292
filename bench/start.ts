import { setTimeout as wait } from 'node:timers/promises'
import { filledDataDir } from './lib/fill.ts'
import { type Running, residentKb, SERVER, startServer } from './lib/processes.ts'
import { interleaved, type Ratio } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
const AT_REST_MS = 12_000
const MAX_START = 3
const MAX_MEMORY = 1.7

/** Row 14: time to the first response and memory at rest, with 100,000 offers. */
export async function start(): Promise<Row[]> {
  const dataDir = await filledDataDir(OFFERS)
  const ours = () => startServer(SERVER, { DATA_DIR: dataDir })
  const bare = () => startServer('bench/bare/server.ts', {})
  const time = await interleaved(
    stopped(ours, async (server) => server.readyMs),
    stopped(bare, async (server) => server.readyMs),
  )
  const resting = (paths: string[]) =>
    interleaved(stopped(ours, residentMb(paths)), stopped(bare, residentMb(['/readyz'])), 3)
  return [
    row('Start to the first response, ms', time, MAX_START),
    row('Memory at rest, MB', await resting(['/readyz']), MAX_MEMORY),
    row('Memory at rest after rendering pages, MB', await resting(['/', '/offers']), MAX_MEMORY),
  ]
}

const row = (what: string, ratio: Ratio, max: number): Row => ({
  number: 14,
  what,
  goal: `≤ ${max}`,
  ratio,
  isMet: ratio.upper <= max / 0.9,
})

const stopped =
  (begin: () => Promise<Running>, measure: (server: Running) => Promise<number>) => async () => {
    const server = await begin()
    try {
      return await measure(server)
    } finally {
      await server.stop()
    }
  }

const residentMb =
  (paths: string[]) =>
  async ({ pid, url }: Running): Promise<number> => {
    for (const path of paths) await (await fetch(url + path)).text()
    await wait(AT_REST_MS)
    return residentKb(pid) / 1024
  }
