import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgres, createRedis, ensureEngines } from '../scripts/engines.mjs'
import { openPostgres } from '../server/lib/postgres.ts'
import { migrate } from '../server/migrations/migrate.ts'
import type { Person } from './clients/device.ts'
import { runClient } from './lib/clients.ts'
import { makePeople, peopleInSqlite } from './lib/people.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved, median } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 1000
const MESSAGES_PER_SECOND = 1000
const SECONDS = 3
/** About a fifth of the capacity of one core. */
const LISTS_PER_SECOND = 150
const LIST = '/api/offers?limit=6'

const ROUNDS = 9
const MAX = { p50Ms: 2, p99Ms: 30, twoProcessesRatio: 3 }

type Delays = { p50: number; p99: number; perSecond: number; refused: number }

/** Row 10: latency of stored messages from sender to receiver, beside other traffic. */
export async function chatLatency(): Promise<Row[]> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const server = await startServer(SERVER, settings)
  const rounds: Delays[] = []
  try {
    for (let round = 0; round <= ROUNDS; round += 1)
      rounds.push(await measure(server.url, server.url, people))
    // Warm-up.
    rounds.shift()
    const [p50, p99] = [median(rounds.map((round) => round.p50)), median(rounds.map((round) => round.p99))]
    const perSecond = median(rounds.map((round) => round.perSecond))
    return [
      {
        ...{ number: 10, what: 'Stored chat, latency', goal: `p50 ≤ ${MAX.p50Ms} ms, p99 ≤ ${MAX.p99Ms} ms` },
        measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms at ${perSecond.toFixed(0)}/s; one fsync ${syncMs(settings.DATA_DIR).toFixed(1)} ms`,
        isMet: p50 <= MAX.p50Ms && p99 <= MAX.p99Ms,
      },
      await twoProcesses(),
    ]
  } finally {
    await server.stop()
    remove()
  }
}

async function measure(sendUrl: string, receiveUrl: string, people: readonly Person[]) {
  const args = [sendUrl, receiveUrl, MESSAGES_PER_SECOND, SECONDS, LIST, LISTS_PER_SECOND].map(String)
  const delays = (await runClient('latency.ts', args, people)) as Delays
  if (delays.refused > 0) console.error(`${delays.refused} messages were refused: the machine is too slow`)
  return delays
}

/** Senders and receivers on different processes, against one process, on the same PostgreSQL and Redis. */
async function twoProcesses(): Promise<Row> {
  const row = {
    number: 10,
    what: 'Two processes over Redis against one, p50',
    goal: `≤ ${MAX.twoProcessesRatio}`,
  }
  await ensureEngines()
  const [postgres, redis] = [await createPostgres(), await createRedis()]
  try {
    for (const engine of [postgres, redis]) await engine.start()
    const ratio = await compareTwoWithOne({ DATABASE_URL: postgres.url, REDIS_URL: redis.url })
    return { ...row, ratio, isMet: ratio.upper <= MAX.twoProcessesRatio / 0.9 }
  } finally {
    for (const engine of [postgres, redis]) await engine.remove()
  }
}

async function compareTwoWithOne(engines: { DATABASE_URL: string; REDIS_URL: string }) {
  const secret = randomBytes(32).toString('hex')
  const database = await openPostgres({ url: engines.DATABASE_URL, onError: () => {} })
  await migrate(database)
  const people = await makePeople(database, secret, PEOPLE)
  await database.close()
  const { settings, remove } = await peopleInSqlite(0)
  const shared = { ...engines, JWT_SECRET: secret, MAIL: 'outbox', RATE_LIMITS: 'off' }
  const servers = [
    await startServer(SERVER, { ...shared, DATA_DIR: join(settings.DATA_DIR, 'first') }),
    await startServer(SERVER, { ...shared, DATA_DIR: join(settings.DATA_DIR, 'second') }),
  ] as const
  try {
    const [first, second] = servers.map((server) => server.url) as [string, string]
    return await interleaved(
      async () => (await measure(first, second, people)).p50,
      async () => (await measure(first, first, people)).p50,
    )
  } finally {
    for (const server of servers) await server.stop()
    remove()
  }
}

/** The median fsync of this disk: the lower bound of a durable write. */
function syncMs(dir: string): number {
  const file = openSync(join(dir, 'sync'), 'w')
  const times = Array.from({ length: 50 }, () => {
    const started = performance.now()
    writeSync(file, Buffer.alloc(4096))
    fsyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(times)
}
