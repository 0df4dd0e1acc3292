import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { engineSettings } from '../database.ts'
import { createRandom } from '../random.ts'
import { startRedis } from '../redis.ts'
import { until } from '../until.ts'
import { type Delays, measureDelays, type Outage } from './delays.ts'
import { type MessageLedger, openMessageLedger } from './message-ledger.ts'
import { killAll, makePeople, startProcess } from './processes.ts'
import { openReader } from './reader.ts'

/** 120 with `npm run test:scale`, 600 with its `--long`. */
const SECONDS = Number(process.env.LEDGER_SECONDS ?? 15)
const PEOPLE = Number(process.env.LEDGER_PEOPLE ?? 5)
/** Messages a second beside other tests; otherwise as many as the servers accept. */
const RATE = process.env.LEDGER_RATE ? Number(process.env.LEDGER_RATE) : undefined
const PAUSE_MS = RATE === undefined ? 0 : (1000 * PEOPLE * (PEOPLE - 1)) / RATE
/** The share of deliveries that must be in time: all, where no other test takes the processor. */
const JUDGED_SHARE = RATE === undefined ? 1 : 0.9
const SEED = Number(process.env.LEDGER_SEED ?? Date.now() % 1e6)

const REDIS_OUTAGE_MS = Math.min(20_000, SECONDS * 250)
const CUT_EVERY_MS = 1000
const KILL_EVERY_MS = 20_000
const DEAD_MS = 2000

const dataDir = mkdtempSync(join(tmpdir(), 'puente-ledger-'))
afterAll(() => {
  killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

test(
  `two servers, connections cut, servers killed, Redis unavailable: every acknowledged message is on every device once, in order (seed ${SEED})`,
  async () => {
    const random = createRandom(SEED)
    // A separate Redis, since this test stops it.
    const redis = await startRedis(onTestFinished)
    const settings = { DATA_DIR: dataDir, ...(await engineSettings()), REDIS_URL: redis.url }
    const people = await makePeople(settings, PEOPLE)
    const servers = [await startProcess(settings), await startProcess(settings)] as const
    const urls = servers.map(({ url }) => url)
    const readers = people.flatMap((person) => [
      openReader(urls, person),
      openReader(urls.toReversed(), person),
    ])
    await Promise.all(readers.map((reader) => until(reader.state, 30_000)))

    const ledger = openMessageLedger(urls, random, { pauseMs: PAUSE_MS })
    const sending = ledger.start(people)
    const endsAt = Date.now() + SECONDS * 1000
    const soon = (meanMs: number) => wait(meanMs * random.float(0.5, 1.5))
    let [cuts, kills] = [0, 0]
    const outages: Outage[] = []
    const cutConnections = async () => {
      for (; Date.now() < endsAt; cuts += 1) {
        await soon(CUT_EVERY_MS)
        random.pick(readers).cut()
      }
    }
    const killServers = async () => {
      for (; Date.now() < endsAt; kills += 1) {
        await soon(Math.min(KILL_EVERY_MS, SECONDS * 300))
        const server = random.pick(servers)
        const outage: Outage = { from: Date.now(), until: Number.POSITIVE_INFINITY }
        outages.push(outage)
        await server.kill()
        await wait(DEAD_MS)
        await server.restart()
        outage.until = Date.now()
      }
    }
    const redisOutage: Outage = { from: 0, until: 0 }
    const stopRedis = async () => {
      await wait(SECONDS * 300)
      redisOutage.from = Date.now()
      await redis.stop()
      await wait(REDIS_OUTAGE_MS)
      await redis.start()
      redisOutage.until = Date.now()
    }
    await Promise.all([cutConnections(), killServers(), stopRedis()])
    ledger.stop()
    await sending

    for (const reader of readers) {
      await reader.check(await ledger.check(reader.person, people), 15_000)
      reader.close()
    }
    const delays = measureDelays(readers, ledger, { redis: redisOutage, servers: outages })
    report({ ...ledger.counts(), cuts, kills }, delays)
    expect(delays.normal.at(JUDGED_SHARE), 'with both servers and Redis').toBeLessThan(1000)
    expect(delays.afterReturn.at(JUDGED_SHARE), 'after its connection').toBeLessThan(3000)
    expect(delays.withoutRedis.at(JUDGED_SHARE), 'without Redis').toBeLessThan(6000)
    for (const server of servers) await server.kill()
  },
  SECONDS * 1000 + 240_000,
)

type Counts = ReturnType<MessageLedger['counts']> & { cuts: number; kills: number }

function report(counts: Counts, { all, normal, afterReturn, withoutRedis }: Delays): void {
  console.log(
    [
      `Ledger of ${SECONDS} s, seed ${SEED}: ${counts.acknowledged} messages acknowledged, ${counts.refused} refused, ` +
        `${counts.unknown} unknown; ${counts.retries} retries.`,
      `${counts.cuts} devices and ${counts.requestsCut} requests cut off, ${counts.kills} servers killed, Redis away for ${REDIS_OUTAGE_MS} ms.`,
      `${all.count} deliveries, none missing, none twice. p50 ${all.at(0.5)} ms, p99 ${all.at(0.99)} ms after response and connection.`,
      `Slowest ${normal.slowest.join(', ')} ms; around kills and reconnects ${afterReturn.slowest.join(', ')} ms; ` +
        `while Redis was away ${withoutRedis.slowest.join(', ')} ms.`,
    ].join('\n'),
  )
}
