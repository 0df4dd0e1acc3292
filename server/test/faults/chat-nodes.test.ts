import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { engineSettings } from '../database.ts'
import { hasRedis, startRedis } from '../redis.ts'
import { until } from '../until.ts'
import { killAll, makePeople, openLedger, startProcess } from './ledger.ts'
import { openReader } from './reader.ts'

/** `LEDGER_SECONDS=600` for a long run. */
const SECONDS = Number(process.env.LEDGER_SECONDS ?? 120)
const REDIS_AWAY_MS = Math.min(20_000, SECONDS * 250)
const CUT_MS = 700
const KILL_MS = 8000
const DEAD_MS = 500
const LATE_MS = 1000

const dataDir = mkdtempSync(join(tmpdir(), 'puente-ledger-'))
afterAll(() => {
  killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

test.runIf(process.env.TEST_DATABASE_URL && hasRedis)(
  'two servers, connections cut, servers killed, Redis away: every answered message is on every device once',
  async () => {
    const redis = await startRedis()
    const settings = { DATA_DIR: dataDir, ...(await engineSettings()), REDIS_URL: redis.url }
    const people = await makePeople(settings, 5)
    const servers = [await startProcess(settings), await startProcess(settings)] as const
    const urls = servers.map(({ url }) => url)
    const readers = people.flatMap((person) => [
      openReader(urls, person),
      openReader(urls.toReversed(), person),
    ])
    await Promise.all(readers.map((reader) => until(reader.state, 30_000)))

    const ledger = openLedger(urls)
    const sending = ledger.start(people)
    const endsAt = Date.now() + SECONDS * 1000
    let [cuts, kills] = [0, 0]
    const cutConnections = async () => {
      for (; Date.now() < endsAt; cuts += 1) {
        await wait(CUT_MS)
        readers[cuts % readers.length]?.cut()
      }
    }
    const killServers = async () => {
      for (; Date.now() < endsAt; kills += 1) {
        await wait(KILL_MS)
        const server = servers[kills % 2 === 0 ? 0 : 1]
        await server.kill()
        await wait(DEAD_MS)
        await server.restart()
      }
    }
    const stopRedis = async () => {
      await wait(SECONDS * 300)
      await redis.stop()
      await wait(REDIS_AWAY_MS)
      await redis.start()
    }
    await Promise.all([cutConnections(), killServers(), stopRedis()])
    ledger.stop()
    await sending

    const delays: number[] = []
    for (const reader of readers) {
      const ids = await ledger.check(reader.person, people)
      await until(() => reader.applied.length >= ids.length, 15_000)
      expect(reader.applied.toSorted()).toEqual(ids)
      for (const [id, at] of reader.appliedAt) delays.push(at - (ledger.answeredAt.get(id) ?? at))
      reader.close()
    }
    delays.sort((a, b) => b - a)
    console.log(
      `${ledger.answered.size} messages answered, after ${ledger.retries()} retries. ${cuts} connections cut, ` +
        `${kills} servers killed, Redis away for ${REDIS_AWAY_MS} ms. ${delays.length} deliveries, none missing, ` +
        `none twice; ${delays.filter((delay) => delay > LATE_MS).length} later than ${LATE_MS} ms after the ` +
        `answer, the slowest ${delays.slice(0, 5).join(', ')} ms.`,
    )
    for (const server of servers) await server.kill()
  },
  SECONDS * 1000 + 180_000,
)
