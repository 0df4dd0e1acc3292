import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { openServices } from '../open-services.ts'
import { buildDeveloper } from '../test/builders.ts'
import { makeDatabase, requirePostgresUrl } from '../test/database.ts'
import { runCommand } from '../test/operator.ts'
import { programFile } from '../test/program-file.ts'
import { doctor } from './doctor.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'puente-hidden-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('an empty PostgreSQL beside a filled SQLite file is refused', async () => {
  const services = await openServices(readConfig({ DATA_DIR: dataDir }), pino({ level: 'silent' }))
  await buildDeveloper(services)
  await services.close()
  const child = spawn(process.execPath, [programFile('server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      MAIL: 'outbox',
      JWT_SECRET: 'not an example '.repeat(3),
      DATABASE_URL: await makeDatabase(requirePostgresUrl()),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const said = (await buffer(child.stderr)).toString()
  expect(said).toMatch(/^puente: The database of DATABASE_URL is empty, and .*puente\.db holds accounts\./)
  expect(child.exitCode ?? (await new Promise((ended) => child.once('exit', ended)))).toBe(1)
})

test('before the first start on PostgreSQL, doctor reports it without a failure', async () => {
  const settings = {
    DATA_DIR: join(dataDir, 'new'),
    DATABASE_URL: await makeDatabase(requirePostgresUrl(), { isEmpty: true }),
    JWT_SECRET: 'not an example '.repeat(3),
    MAIL: 'outbox',
  }
  const { code, out } = await runCommand(settings, 'doctor')
  expect(code).toBe(0)
  expect(out).toMatch(/^warning {2}database +nothing has been started with these settings yet$/m)
  expect(out).toMatch(/^ok {7}clock .*the database's clock differs by/m)

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  const { lines } = await doctor(settings)
  expect(lines).toContainEqual(
    expect.stringMatching(/^warning {2}clock .*clock differs by -(59|60)\d{3} ms$/),
  )
})
