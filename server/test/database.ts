import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll } from 'vitest'
import { type Database, openSqlite } from '../lib/db.ts'
import { migrate } from '../lib/migrate.ts'
import { openPostgres } from '../lib/postgres.ts'

/** Set by `npm run test:scale`: the same tests on these engines. */
const { TEST_DATABASE_URL, TEST_REDIS_URL } = process.env

/** An empty database without a server, ended after the tests of the file. */
export async function openTestDatabase(): Promise<Database> {
  const database = TEST_DATABASE_URL
    ? await openPostgres({
        url: TEST_DATABASE_URL,
        schema: await makeSchema(TEST_DATABASE_URL),
        onError: () => {},
      })
    : openSqlite(':memory:')
  await migrate(database)
  afterAll(database.close)
  return database
}

/** The settings that put a test server on the engines under test; on PostgreSQL each has a schema of its own. */
export async function engineSettings(): Promise<Record<string, string>> {
  if (!TEST_DATABASE_URL) return {}
  return {
    DATABASE_URL: TEST_DATABASE_URL,
    DATABASE_SCHEMA: await makeSchema(TEST_DATABASE_URL),
    JWT_SECRET: randomBytes(32).toString('hex'),
    MAIL: 'outbox',
    ...(TEST_REDIS_URL && { REDIS_URL: TEST_REDIS_URL }),
  }
}

async function makeSchema(url: string): Promise<string> {
  const schema = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create extension if not exists pg_trgm; create schema ${schema}`)
  await client.end()
  afterAll(async () => {
    const cleaner = new pg.Client(url)
    await cleaner.connect()
    await cleaner.query(`drop schema ${schema} cascade`)
    await cleaner.end()
  })
  return schema
}
