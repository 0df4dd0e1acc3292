import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { createPostgres, createRedis, ensureEngines } from '../scripts/engines.mjs'
import { migrate } from '../server/lib/migrate.ts'
import { openPostgres } from '../server/lib/postgres.ts'
import type { Person } from './clients/device.ts'
import { runClient } from './lib/clients.ts'
import { makePeople, peopleInSqlite } from './lib/people.ts'
import { SERVER, startServer } from './lib/processes.ts'
import { interleaved, quantile } from './lib/rounds.ts'
import type { Row } from './lib/table.ts'

const PEOPLE = 1000
const MESSAGES_PER_SECOND = 1000
const SECONDS = 3
/** About a fifth of what one core can answer. */
const LISTS_PER_SECOND = 150
const LIST = '/api/offers?limit=6'

type Delays = { p50: number; p99: number; perSecond: number; refused: number }
const MOST = { p50Ratio: 5, p50Ms: 1, p99Ms: 30, nodesRatio: 3 }

/** Row 10: how long a stored message takes from hand to hand while the server does other things, too. */
export async function chatLatency(): Promise<Row[]> {
  const { people, settings, remove } = await peopleInSqlite(PEOPLE)
  const ours = await startServer(SERVER, settings)
  const bare = await startServer('bench/bare/relay.ts', {}, '/')
  const stored: Delays[] = []
  try {
    const ratio = await interleaved(
      async () => {
        stored.push(await measure([ours.url, ours.url], 'stored', people, LIST))
        return stored.at(-1)?.p50 ?? Number.NaN
      },
      async () => (await measure([bare.url, bare.url], 'relay', people, '/')).p50,
    )
    const [p50, p99] = [middle(stored.map((round) => round.p50)), middle(stored.map((round) => round.p99))]
    const arrived = middle(stored.map((round) => round.perSecond))
    return [
      {
        ...{ number: 10, what: 'Stored chat, latency p50', goal: `≤ ${MOST.p50Ratio}` },
        ...{ ratio, isMet: ratio.upper <= MOST.p50Ratio / 0.9 },
      },
      {
        ...{ number: 10, what: 'the same in ms', goal: `p50 ≤ ${MOST.p50Ms}, p99 ≤ ${MOST.p99Ms}` },
        measured: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} at ${arrived.toFixed(0)}/s; one sync of this disk takes ${syncMs(settings.DATA_DIR).toFixed(1)}`,
        isMet: p50 <= MOST.p50Ms && p99 <= MOST.p99Ms,
      },
      await twoProcesses(),
    ]
  } finally {
    await ours.stop()
    await bare.stop()
    remove()
  }
}

async function measure([from, to]: [string, string], mode: string, people: readonly Person[], path: string) {
  const given = [from, to, mode, MESSAGES_PER_SECOND, SECONDS, path, LISTS_PER_SECOND].map(String)
  const delays = (await runClient('latency.ts', given, people)) as Delays
  if (delays.refused > 0)
    console.error(`${delays.refused} messages were refused: too much for this machine now`)
  return delays
}

/** Senders on one process, receivers on the other, against one process for both, on the same engines. */
async function twoProcesses(): Promise<Row> {
  const row = { number: 10, what: 'Two processes over Redis, p50', goal: `≤ ${MOST.nodesRatio}` }
  await ensureEngines()
  const [postgres, redis] = [await createPostgres(), await createRedis()]
  try {
    for (const engine of [postgres, redis]) await engine.start()
    const ratio = await nodesBesideOne({ DATABASE_URL: postgres.url, REDIS_URL: redis.url })
    return { ...row, ratio, isMet: ratio.upper <= MOST.nodesRatio / 0.9 }
  } finally {
    for (const engine of [postgres, redis]) await engine.remove()
  }
}

async function nodesBesideOne(engines: { DATABASE_URL: string; REDIS_URL: string }) {
  const secret = randomBytes(32).toString('hex')
  const database = await openPostgres({ url: engines.DATABASE_URL, onError: () => {} })
  await migrate(database)
  const people = await makePeople(database, secret, PEOPLE)
  await database.close()
  const { settings, remove } = await peopleInSqlite(0)
  const shared = { ...engines, JWT_SECRET: secret, MAIL: 'outbox', RATE_LIMITS: 'off' }
  const nodes = [
    await startServer(SERVER, { ...shared, DATA_DIR: join(settings.DATA_DIR, 'first') }),
    await startServer(SERVER, { ...shared, DATA_DIR: join(settings.DATA_DIR, 'second') }),
  ] as const
  try {
    const [first, second] = nodes.map((node) => node.url) as [string, string]
    return await interleaved(
      async () => (await measure([first, second], 'stored', people, LIST)).p50,
      async () => (await measure([first, first], 'stored', people, LIST)).p50,
    )
  } finally {
    for (const node of nodes) await node.stop()
    remove()
  }
}

/** What the disk alone takes to make one write durable: no stored message can be quicker. */
function syncMs(dir: string): number {
  const file = openSync(join(dir, 'sync'), 'w')
  const times = Array.from({ length: 50 }, () => {
    const started = performance.now()
    writeSync(file, Buffer.alloc(4096))
    fsyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return middle(times)
}

const middle = (values: readonly number[]) =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  )
