import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { createPostgres, createRedis } from '../../../scripts/engines.mjs'
import { createRandom } from '../random.ts'
import { until } from '../until.ts'
import { IS_LONG } from './long.ts'
import { openMessageLedger } from './message-ledger.ts'
import { killAll, makePeople, startProcess } from './processes.ts'
import { openReader } from './reader.ts'

const SEED = Number(process.env.LEDGER_SEED ?? Date.now() % 1e6)
const POSTGRES_AWAY_MS = IS_LONG ? 10_000 : 3000
const REDIS_AWAY_MS = IS_LONG ? 20_000 : 2000
const ASK_EVERY_MS = 50
const RECOVERS_WITHIN_MS = 5000
/** Consecutive successful responses that count as a recovery. */
const GOOD_IN_A_ROW = 10

const dataDir = mkdtempSync(join(tmpdir(), 'puente-outage-'))
afterAll(() => {
  killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Continuously sends a request that needs the database, and records every response. */
function openPoller(url: string, token: string) {
  const responses: { at: number; status: number; retryAfter: string | null }[] = []
  let isOver = false
  async function ask(): Promise<void> {
    while (!isOver) {
      const response = await fetch(`${url}/api/settings`, {
        headers: { authorization: `Bearer ${token}` },
      }).catch(() => undefined)
      const retryAfter = response?.headers.get('retry-after') ?? null
      responses.push({ at: Date.now(), status: response?.status ?? 0, retryAfter })
      await response?.body?.cancel()
      await wait(ASK_EVERY_MS)
    }
  }
  const asking = ask()
  return {
    responses,
    /** The time from this moment until all responses are successful again. */
    recovered: async (since: number): Promise<number> => {
      const seen = () => JSON.stringify(responses.slice(-GOOD_IN_A_ROW))
      const first = await until(() => {
        const later = responses.filter(({ at }) => at >= since)
        const last = later.slice(-GOOD_IN_A_ROW)
        return last.length === GOOD_IN_A_ROW && last.every(({ status }) => status === 200) && last[0]
      }, 30_000).catch((error: unknown) => {
        throw new Error(`No recovery: ${seen()}`, { cause: error })
      })
      return first.at - since
    },
    stop: () => {
      isOver = true
      return asking
    },
  }
}

test(`PostgreSQL and Redis unavailable, a process killed: nothing acknowledged is lost, refusals are 503 with Retry-After, everything works again within 5 s (D-3; seed ${SEED})`, async () => {
  const [postgres, redis] = [await createPostgres(), await createRedis()]
  onTestFinished(postgres.remove)
  onTestFinished(redis.remove)
  await postgres.start()
  await redis.start()
  const settings = {
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
    JWT_SECRET: 'an outage lasts longer than thirty-two bytes',
    MAIL: 'outbox',
  }
  const people = await makePeople(settings, 3)
  const servers = [await startProcess(settings), await startProcess(settings)] as const
  const urls = servers.map(({ url }) => url)
  const readers = people.map((person) => openReader(urls, person))
  await Promise.all(readers.map((reader) => until(reader.state, 30_000)))
  const pollers = urls.map((url) => openPoller(url, people[0]?.token ?? ''))
  const ledger = openMessageLedger(urls, createRandom(SEED))
  const sending = ledger.start(people)
  const recovered = (since: number) => Promise.all(pollers.map((poller) => poller.recovered(since)))
  await wait(1000)

  await postgres.stop()
  await wait(POSTGRES_AWAY_MS)
  await postgres.start()
  const afterPostgres = await recovered(Date.now())

  const redisStopped = Date.now()
  await redis.stop()
  await wait(REDIS_AWAY_MS)
  await redis.start()
  const afterRedis = await recovered(Date.now())
  const withoutRedis = pollers.flatMap(({ responses }) => responses.filter(({ at }) => at > redisStopped))

  await servers[1].kill()
  await wait(1000)
  const firstNode = pollers[0]?.responses.slice(-5).map(({ status }) => status)
  await servers[1].restart()
  const afterKill = await recovered(Date.now())
  await wait(1000)

  ledger.stop()
  await sending
  await Promise.all(pollers.map((poller) => poller.stop()))
  console.log(
    `Recovered after PostgreSQL ${afterPostgres.join(' and ')} ms, Redis ${afterRedis.join(' and ')} ms, ` +
      `a kill ${afterKill.join(' and ')} ms; ${JSON.stringify(ledger.counts())}.`,
  )
  for (const ms of [...afterPostgres, ...afterRedis, ...afterKill])
    expect(ms).toBeLessThan(RECOVERS_WITHIN_MS)
  const refusals = pollers.flatMap(({ responses }) => responses.filter(({ status }) => status > 200))
  expect(refusals.length).toBeGreaterThan(0)
  expect(new Set(refusals.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(
    new Set(['503 5']),
  )
  expect(new Set(withoutRedis.map(({ status }) => status))).toEqual(new Set([200]))
  expect(firstNode).toEqual([200, 200, 200, 200, 200])
  for (const reader of readers) {
    await reader.check(await ledger.check(reader.person, people), 15_000)
    reader.close()
  }
  for (const server of servers) await server.kill()
}, 180_000)
