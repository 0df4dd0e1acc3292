import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { makeDatabase } from '../test/database.ts'
import { databaseFault } from './db.ts'
import { migrate } from './migrate.ts'
import { openPostgres, postgresTypes } from './postgres.ts'

const { TEST_DATABASE_URL } = process.env

test.each([
  [{ code: '40001' }, 'again'],
  [{ code: '40P01' }, 'again'],
  [{ code: '57014' }, 'unavailable'],
  [{ code: '57P01' }, 'unavailable'],
  [{ code: '57P03' }, 'unavailable'],
  [{ code: '53300' }, 'unavailable'],
  [{ code: '08006' }, 'unavailable'],
  [{ code: '53100' }, 'full'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'connect' }, 'unavailable'],
  [{ code: 'ENOENT', syscall: 'open' }, undefined],
  [{ code: '42601' }, undefined],
  [new Error('timeout exceeded when trying to connect'), 'unavailable'],
  [new Error('Connection terminated unexpectedly'), 'unavailable'],
  [new TypeError('x is not a function'), undefined],
])('%o of the database is %s', (error, fault) => {
  expect(databaseFault(error)).toBe(fault)
})

test.each([
  ['2026-01-31 09:30:00+00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31 09:30:00.5+00', '2026-01-31T09:30:00.500Z'],
  ['2026-01-31 09:30:00.123456+00', '2026-01-31T09:30:00.123Z'],
  ['2026-01-31 09:30:00.25-03', '2026-01-31T12:30:00.250Z'],
  ['2026-01-31 09:30:00+05:30', '2026-01-31T04:00:00.000Z'],
])('the time %s of PostgreSQL is %s', (text, time) => {
  expect(postgresTypes.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text)).toBe(time)
})

describe.skipIf(!TEST_DATABASE_URL)('PostgreSQL', async () => {
  const url = TEST_DATABASE_URL ? await makeDatabase(TEST_DATABASE_URL, { isEmpty: true }) : ''
  const open = async () => {
    const database = await openPostgres({ url, isPatient: true, onError: () => {} })
    afterAll(database.close)
    return database
  }

  test('several that start at once migrate once, and wait longer than a statement may take (D-4)', async () => {
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('select pg_advisory_lock(7836831)')
    const databases = await Promise.all([open(), open(), open()])
    const starting = Promise.all(databases.map(migrate))
    await new Promise((resolve) => setTimeout(resolve, 3500))
    await holder.end()
    const done = (await starting).map((names) => names.length).sort((a, b) => a - b)
    expect(done.slice(0, 2)).toEqual([0, 0])
    expect(done[2]).toBeGreaterThan(0)
  })

  test('a statement may take 3 s, and a transaction may rest for 15 s', async () => {
    const { db, close } = await openPostgres({ url, onError: () => {} })
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(db)
    await close()
    expect(rows.map(({ setting }) => Number(setting))).toEqual([15_000, 3000])
  })
})
