import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { engineSettings } from '../database.ts'
import { createRandom } from '../random.ts'
import { until } from '../until.ts'
import { openMessageLedger } from './message-ledger.ts'
import { killAll, makePeople, startProcess } from './processes.ts'
import { openReader } from './reader.ts'

const KILLS = 3
const SEED = Number(process.env.LEDGER_SEED ?? Date.now() % 1e6)

const dataDir = mkdtempSync(join(tmpdir(), 'puente-kill-'))
afterAll(() => {
  killAll()
  rmSync(dataDir, { recursive: true, force: true })
})

test(`a server killed while many send: each acknowledged message is there, once, in order, on every device (seed ${SEED})`, async () => {
  const settings = { DATA_DIR: dataDir, ...(await engineSettings()) }
  const people = await makePeople(settings, 4)
  const server = await startProcess(settings)
  const readers = people.map((person) => openReader([server.url], person))
  await Promise.all(readers.map((reader) => until(reader.state, 30_000)))

  const ledger = openMessageLedger([server.url], createRandom(SEED))
  const sending = ledger.start(people)
  const more = (count: number) => {
    const before = ledger.counts().acknowledged
    return until(() => ledger.counts().acknowledged > before + count, 30_000)
  }
  for (let kill = 1; kill <= KILLS; kill += 1) {
    await more(50)
    await server.kill()
    await server.restart()
  }
  await more(20)
  ledger.stop()
  await sending
  expect(ledger.counts().retries).toBeGreaterThan(0)

  for (const reader of readers) {
    await reader.check(await ledger.check(reader.person, people), 10_000)
    reader.close()
  }
  await server.kill()
}, 180_000)
