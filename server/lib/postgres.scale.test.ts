import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { migrate } from '../migrations/migrate.ts'
import { makeDatabase, requirePostgresUrl } from '../test/database.ts'
import { openPostgres } from './postgres.ts'

describe('PostgreSQL', async () => {
  const url = await makeDatabase(requirePostgresUrl(), { isEmpty: true })
  const open = async () => {
    const database = await openPostgres({ url, hasNoTimeout: true, onError: () => {} })
    afterAll(database.close)
    return database
  }

  test('several processes that start at once migrate once, and wait longer than a statement may take (D-4)', async () => {
    const holder = new pg.Client(url)
    await holder.connect()
    await holder.query('select pg_advisory_lock(7836831)')
    const databases = await Promise.all([open(), open(), open()])
    const starting = Promise.all(databases.map((database) => migrate(database)))
    await new Promise((resolve) => setTimeout(resolve, 3500))
    await holder.end()
    const done = (await starting).map((names) => names.length).sort((a, b) => a - b)
    expect(done.slice(0, 2)).toEqual([0, 0])
    expect(done[2]).toBeGreaterThan(0)
  })

  test('a statement times out after 3 s, and an idle transaction after 15 s', async () => {
    const { db, close } = await openPostgres({ url, onError: () => {} })
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name`.execute(db)
    await close()
    expect(rows.map(({ setting }) => Number(setting))).toEqual([15_000, 3000])
  })
})
