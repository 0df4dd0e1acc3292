import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll } from 'vitest'
import { DATABASE } from '../backup/manifest.ts'
import { type Database, openSqlite } from '../lib/db.ts'
import { openPostgres } from '../lib/postgres.ts'
import { migrate } from '../migrations/migrate.ts'
import { migrations } from '../migrations/migrations.ts'
import { columnTypes } from '../migrations/types.ts'

/** Set by `npm run test:scale`: the same tests on these engines. */
const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

/** For tests of PostgreSQL itself (`*.scale.test.ts`). */
export function requirePostgresUrl(): string {
  if (!TEST_DATABASE_URL) throw new Error('This test needs PostgreSQL: npm run test:scale -- NAME')
  return TEST_DATABASE_URL
}

/** An empty database without a server, ended after the tests of the file. */
export async function openTestDatabase(): Promise<Database> {
  const database = TEST_DATABASE_URL
    ? await openPostgres({ url: await makeDatabase(TEST_DATABASE_URL), onError: () => {} })
    : openSqlite(':memory:')
  await migrate(database)
  afterAll(database.close)
  return database
}

/** The settings that put a test server on the engines under test; on PostgreSQL each has a database of its own. */
export async function engineSettings(): Promise<Record<string, string>> {
  if (!TEST_DATABASE_URL) return {}
  return {
    DATABASE_URL: await makeDatabase(TEST_DATABASE_URL),
    JWT_SECRET: randomBytes(32).toString('hex'),
    MAIL: 'outbox',
    BUS_NAME: `test-${randomBytes(6).toString('hex')}`,
    ...(TEST_REDIS_URL && { REDIS_URL: TEST_REDIS_URL }),
  }
}

/** Writes a migrated SQLite database into a new data directory: faster than migrating each. */
export async function writeMigrated(dataDir: string): Promise<void> {
  if (TEST_DATABASE_URL) return
  migrated ??= makeMigrated()
  await writeFile(join(dataDir, DATABASE), await migrated)
}

/** One for all files of this worker. */
let migrated: Promise<Buffer> | undefined

async function makeMigrated(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'puente-migrated-'))
  try {
    const database = openSqlite(join(folder, DATABASE))
    await migrate(database).finally(database.close)
    return await readFile(join(folder, DATABASE))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A copy of a migrated database: faster than migrating each. */
export async function makeDatabase(server: string, { isEmpty = false } = {}): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const template = isEmpty ? 'template0' : await makeTemplate(server)
  await administer(server, (client) => client.query(`create database ${name} template ${template}`))
  afterAll(() => administer(server, (client) => client.query(`drop database ${name} with (force)`)))
  return urlOf(server, name)
}

const TEMPLATE_LOCK = 20_711

/** Named after a hash of the migrations, as the server may outlive a change of them. */
async function makeTemplate(server: string): Promise<string> {
  const statements = Object.values(migrations).map((statements) => statements(columnTypes.postgres))
  const digest = createHash('sha256').update(JSON.stringify(statements)).digest('hex').slice(0, 12)
  const name = `test_template_${digest}`
  await administer(server, async (client) => {
    await client.query(`select pg_advisory_lock(${TEMPLATE_LOCK})`)
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await client.query(`drop database if exists ${name}_new`)
    await client.query(`create database ${name}_new`)
    const database = await openPostgres({
      url: urlOf(server, `${name}_new`),
      hasNoTimeout: true,
      onError: () => {},
    })
    await migrate(database).finally(database.close)
    await client.query(`alter database ${name}_new rename to ${name}`)
  })
  return name
}

async function administer(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await work(client).finally(() => client.end())
}

function urlOf(server: string, database: string): string {
  const url = new URL(server)
  url.pathname = `/${database}`
  return url.href
}
