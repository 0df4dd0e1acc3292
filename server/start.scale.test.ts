import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres } from './lib/postgres.ts'
import { LEDGER } from './migrations/ledger.ts'
import { migrate } from './migrations/migrate.ts'
import { release } from './migrations/migrations.ts'
import { makeDatabase, requirePostgresUrl } from './test/database.ts'
import { programFile } from './test/program-file.ts'
import { until } from './test/until.ts'

type Line = { msg: string; reason?: string; migrations?: number; to?: string }

const LAST = Object.keys(release.migrations).at(-1) ?? ''

/** A database of the release without the last migration, and a connection beside the server. */
async function openOlder() {
  const url = await makeDatabase(requirePostgresUrl(), { isEmpty: true })
  const { [LAST]: _, ...migrations } = release.migrations
  const database = await openPostgres({ url, hasNoTimeout: true, onError: () => {} })
  await migrate(database, { ...release, migrations }).finally(database.close)
  const beside = new pg.Client(url)
  await beside.connect()
  onTestFinished(() => beside.end())
  return { url, beside }
}

/** The real process, and its log so far. */
function startProcess(url: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'puente-start-'))
  const child: ChildProcess = spawn(process.execPath, [programFile('server/main.ts')], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      NODE_ENV: 'production',
      DATABASE_URL: url,
      JWT_SECRET: randomBytes(32).toString('hex'),
      MAIL: 'outbox',
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(dataDir, { recursive: true, force: true })
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  return (): Line[] =>
    said
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
}

/** The reasons, but for indexes, which not every migration has. */
const waitsIn = (lines: Line[]) =>
  lines
    .flatMap(({ msg, reason = '' }) => (msg === 'waiting before the start' ? [reason] : []))
    .filter((reason) => !/^the index \w+ is built beside traffic$/.test(reason))
const migrated = (lines: Line[]) => lines.filter(({ msg }) => msg === 'the database was migrated')

test('a start that waits for another process to migrate logs it once, and continues', async () => {
  const { url, beside } = await openOlder()
  await beside.query('select pg_advisory_lock(7836831)')
  const lines = startProcess(url)
  await until(() => waitsIn(lines()).length > 0, 20_000)
  expect(migrated(lines())).toEqual([])
  await beside.query('select pg_advisory_unlock(7836831)')
  await until(() => migrated(lines()).length > 0, 20_000)
  expect(waitsIn(lines())).toEqual(['another process migrates the database'])
  expect(migrated(lines())).toMatchObject([{ migrations: 1, to: LAST }])
})

test('a start whose migration waits for a long transaction logs it once, and continues', async () => {
  const { url, beside } = await openOlder()
  await beside.query(`begin; lock table ${LEDGER} in share mode`)
  const lines = startProcess(url)
  await until(() => waitsIn(lines()).length > 0, 20_000)
  expect(migrated(lines())).toEqual([])
  await beside.query('commit')
  await until(() => migrated(lines()).length > 0, 20_000)
  expect(waitsIn(lines())).toEqual([`a long transaction holds a lock that migration ${LAST} needs`])
  expect(migrated(lines())).toMatchObject([{ migrations: 1, to: LAST }])
})
