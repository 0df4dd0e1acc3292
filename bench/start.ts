import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { filledDataDir } from './lib/fill.ts'
import { type Running, SERVER, startServer } from './lib/processes.ts'
import { interleaved, type Ratio } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
/** Ours gives back ten seconds after its start what only that has needed. */
const AT_REST_MS = 12_000

/** Row 14: time to the first answer and memory at rest, with 100,000 offers. */
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
    row('Start to the first answer, ms', '≤ 2', time, 2),
    row('Memory at rest, MB', '≤ 1.5', await resting(['/readyz']), 1.5),
    row('Memory at rest after pages were read, MB', '≤ 1.5', await resting(['/', '/offers']), 1.5),
  ]
}

const row = (what: string, goal: string, ratio: Ratio, most: number): Row => ({
  number: 14,
  what,
  goal,
  ratio,
  isMet: ratio.upper <= most / 0.9,
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
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes) / 1024
  }
