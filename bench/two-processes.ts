import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRedis } from '../scripts/engines.mjs'
import { openFilled } from './lib/engines.ts'
import { load } from './lib/load.ts'
import { type Running, SERVER, startServer } from './lib/processes.ts'
import { interleaved, median } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const OFFERS = 100_000
const PATH = '/api/offers?limit=6'
const SECONDS = 3
const CONNECTIONS = 32
const MAX_CPU = 1.15
const TICKS_A_SECOND = 100

/** CPU time per request of two processes on one PostgreSQL and Redis, against one process; not pinned. */
export async function twoProcesses(): Promise<Row[]> {
  const filled = await openFilled('PostgreSQL', OFFERS)
  const redis = await createRedis()
  await redis.start()
  const servers: Running[] = []
  try {
    for (const name of ['first', 'second']) {
      const settings = { ...filled.settings, REDIS_URL: redis.url }
      const DATA_DIR = join(filled.settings.DATA_DIR ?? '', name)
      servers.push(await startServer(SERVER, { ...settings, DATA_DIR }))
    }
    for (const { pid } of servers) spawnSync('taskset', ['-a', '-c', '-p', '0,1', String(pid)])
    const perSecond = { one: [] as number[], two: [] as number[] }
    const cpuOf = (which: Running[], rates: number[]) => async () => {
      const before = ticksOf(servers)
      const measured = await Promise.all(
        which.map(({ url }) =>
          load({ url: url + PATH, connections: CONNECTIONS / which.length, seconds: SECONDS }),
        ),
      )
      if (measured.some(({ failures }) => failures > 0)) throw new Error('A call failed')
      const all = measured.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0)
      rates.push(all)
      return ((ticksOf(servers) - before) / TICKS_A_SECOND / (all * SECONDS)) * 1000
    }
    const ratio = await interleaved(cpuOf(servers, perSecond.two), cpuOf(servers.slice(0, 1), perSecond.one))
    const two = median(ratio.rounds.map(({ ours }) => ours))
    const one = median(ratio.rounds.map(({ bare }) => bare))
    return [
      {
        number: 2,
        what: `CPU per request, two processes on PostgreSQL against one: ${two.toFixed(2)} and ${one.toFixed(2)} ms with the database; ${median(perSecond.two).toFixed(0)} and ${median(perSecond.one).toFixed(0)} requests/s`,
        goal: `≤ ${MAX_CPU}`,
        ratio,
        isMet: ratio.upper <= MAX_CPU / 0.9,
      },
    ]
  } finally {
    for (const server of servers) await server.stop()
    await redis.remove()
    await filled.close()
  }
}

/** CPU time of the servers and of all PostgreSQL processes, so that work moved into the database counts too. */
function ticksOf(servers: readonly Running[]): number {
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    if (!existsSync(`/proc/${pid}/stat`)) continue
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const isOurs = servers.some((server) => String(server.pid) === pid) || stat.includes('(postgres)')
    if (isOurs) ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks
}
