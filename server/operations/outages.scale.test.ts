import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../scripts/engines.mjs'
import { startSweeping } from '../applications/sweep.ts'
import { startOfferClock } from '../offers/offer-clock.ts'
import { buildDeveloper } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startRedis } from '../test/redis.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const AWAY_MS = 3000
/** The pollers of the database, with the log texts of failure and recovery. */
const POLLS = [
  ['the clock of offers failed', 'the clock of offers works again'],
  ['sweep of applications failed', 'sweep of applications works again'],
  ['jobs cannot be read', 'jobs can be read again'],
] as const

type Line = { msg: string; reason?: string; kinds?: string[]; err?: { type: string; code?: string } }

/** A server that records its log lines. */
async function startLogged(settings: Record<string, string>) {
  const lines: Line[] = []
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  const server = await startServer(settings, { alone: true, log: pino({ level: 'info' }, stream) })
  return { server, lines }
}

test('a Redis with another password is logged with its reason, and reported as down', async () => {
  const redis = await startRedis(onTestFinished)
  const owner = new Redis(redis.url)
  await owner.config('SET', 'requirepass', 'right')
  owner.disconnect()
  const metricOf = async (query: string, isTold: (lines: Line[]) => unknown) => {
    const { server, lines } = await startLogged({ REDIS_URL: redis.url + query })
    await until(() => isTold(lines))
    return (await (await fetch(`${server.url}/metrics`)).text()).match(
      /^engine_up\{engine="redis"\} .$/m,
    )?.[0]
  }
  const says = (reason: string) => (lines: Line[]) =>
    lines.some((line) => line.msg === 'Redis is unavailable' && line.reason?.startsWith(reason))
  expect(await metricOf('', says('NOAUTH'))).toBe('engine_up{engine="redis"} 0')
  expect(await metricOf('?password=wrong', says('WRONGPASS'))).toBe('engine_up{engine="redis"} 0')
  const works = (lines: Line[]) => lines.some(({ msg }) => msg === 'connected to Redis')
  expect(await metricOf('?password=right', works)).toBe('engine_up{engine="redis"} 1')
})

test('an unavailable PostgreSQL is logged once for each poll and reason, and once when it is back', async () => {
  const postgres = await createPostgres()
  onTestFinished(postgres.remove)
  await postgres.start()
  const { server, lines } = await startLogged({
    DATABASE_URL: postgres.url,
    JWT_SECRET: randomBytes(32).toString('hex'),
    MAIL: 'outbox',
    // Sweeps five times a second.
    RESPONSIVENESS_SECONDS: '0.4',
  })
  const device = await connectDevice(server.url, await buildDeveloper(server))
  server.jobs.start()
  const stops = [startOfferClock(server), startSweeping(server)]
  const said = (text: string) => lines.some(({ msg }) => msg === text)

  await postgres.stop()
  await until(() => POLLS.every(([failed]) => said(failed)), 10_000)
  await wait(AWAY_MS)
  await postgres.start()
  await until(() => POLLS.every(([, worked]) => said(worked)), 10_000)
  device.close()
  await Promise.all(stops.map((stop) => stop()))

  const failures = lines
    .filter(({ err }) => err !== undefined)
    .map(({ msg, kinds, err }) => `${msg} ${kinds} ${err?.type} ${err?.code}`)
  expect(failures.length).toBe(new Set(failures).size)
}, 60_000)
