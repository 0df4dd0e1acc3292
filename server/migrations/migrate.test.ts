import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Database, openSqlite } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import { openPostgres } from '../lib/postgres.ts'
import { makeDatabase } from '../test/database.ts'
import { backFill } from './back-fill.ts'
import { migrate } from './migrate.ts'
import { release } from './migrations.ts'
import type { Release } from './types.ts'

const { TEST_DATABASE_URL } = process.env

const open = async (): Promise<Database> =>
  TEST_DATABASE_URL
    ? openPostgres({ url: await makeDatabase(TEST_DATABASE_URL), onError: () => {} })
    : openSqlite(':memory:')

/** The next release, which only adds. */
const next = (minimum = release.minimum): Release => ({
  migrations: {
    ...release.migrations,
    '9998_future': ({ id, strict }) => [
      'alter table users add column nickname text',
      'create index users_nickname on users (nickname)',
      `create table nicknames (id ${id} primary key, name text not null)${strict}`,
      'create unique index nicknames_name on nicknames (name)',
    ],
  },
  minimum,
  backFills: {
    '9998_future': `update users set nickname = name
      where id in (select id from users where nickname is null limit 2)`,
  },
})

const addUsers = async ({ db }: Database, count: number) => {
  const user = {
    role: 'developer',
    password_hash: 'x',
    name: 'Ana',
    surname: 'B',
    created_at: '2026-01-01T00:00:00.000Z',
  } as const
  const users = Array.from({ length: count }, () => newId()).map((id) => ({
    ...user,
    id,
    email: `${id}@example.com`,
  }))
  await db.insertInto('users').values(users).execute()
}

describe('a database that the next release has migrated', () => {
  test('still works with this release, which leaves it unchanged', async () => {
    const database = await open()
    await migrate(database)
    expect(await migrate(database, next())).toEqual(['9998_future'])
    expect(await migrate(database)).toEqual([])
    await addUsers(database, 1)
    expect(await migrate(database, next())).toEqual([])
    await database.close()
  })

  test('refuses this release when that one has removed what it needs', async () => {
    const database = await open()
    await migrate(database)
    await migrate(database, next('9998_future'))
    await expect(migrate(database)).rejects.toThrow(/newer than this program \(it knows 9998_future\)/)
    await database.close()
  })

  test('refuses a release that lacks one of its former migrations', async () => {
    const database = await open()
    await migrate(database)
    await migrate(database, next())
    const { '9998_future': _, ...others } = next().migrations
    const sibling = { ...release, migrations: { ...others, '9997_sibling': () => [] } }
    await expect(migrate(database, sibling)).rejects.toThrow(/newer than this program/)
    await database.close()
  })

  test('gets its old rows filled in steps by a job', async () => {
    const database = await open()
    await migrate(database)
    await addUsers(database, 5)
    await migrate(database, next())
    const jobs = await database.db.selectFrom('jobs').select(['kind', 'payload']).execute()
    expect(jobs).toEqual([{ kind: 'back-fill', payload: '{"migration":"9998_future"}' }])
    await backFill(database, { migration: '9998_future' }, next())
    const { rows } = await sql`select nickname from users`.execute(database.db)
    expect(rows).toEqual(Array.from({ length: 5 }, () => ({ nickname: 'Ana' })))
    // No migration is pending, and a later release without the statement does nothing.
    await backFill(database, { migration: '9998_future' }, next())
    await backFill(database, { migration: '9998_future' }, { ...next(), backFills: {} })
    expect(await database.db.selectFrom('jobs').select('id').execute()).toHaveLength(1)
    await database.close()
  })

  test('is not backfilled by this release', async () => {
    const database = await open()
    await migrate(database)
    await addUsers(database, 1)
    await migrate(database, next())
    await database.db.deleteFrom('jobs').execute()
    await backFill(database, { migration: '9998_future' })
    const jobs = await database.db.selectFrom('jobs').select(['kind', 'payload']).execute()
    expect(jobs).toEqual([{ kind: 'back-fill', payload: '{"migration":"9998_future"}' }])
    await database.close()
  })
})
