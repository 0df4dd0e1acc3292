import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { getDev, listDevs, updateDevProfile } from '#contract/devs.ts'
import { openPostgres } from '../lib/postgres.ts'
import { buildDeveloper } from '../test/builders.ts'
import { requirePostgresUrl } from '../test/database.ts'
import { IS_LONG } from '../test/faults/long.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { backFill } from './back-fill.ts'
import { migrate } from './migrate.ts'
import { release } from './migrations.ts'

const ROWS = IS_LONG ? 1_000_000 : 20_000
const LONG_READ_MS = 4000
/** Beside other tests everything is slower; without the lock timeout it is the long read's time. */
const SLOWEST_MS = IS_LONG ? 500 : 2000

const next = {
  ...release,
  migrations: {
    ...release.migrations,
    '9998_future': () => [
      'alter table users add column nickname text',
      'alter table users add column rank integer not null default 0',
      'create index users_nickname on users (nickname)',
    ],
  },
  backFills: {
    '9998_future': `update users set nickname = name
      where id in (select id from users where nickname is null limit 500)`,
  },
}

test(
  `a migration of ${ROWS} rows beside traffic and a long read delays and fails no response`,
  async () => {
    requirePostgresUrl()
    const server = await startServer({}, { alone: true })
    const ana = await buildDeveloper(server)
    const reader = new pg.Client(server.config.DATABASE_URL)
    await reader.connect()
    await reader.query(`
    insert into users (id, role, email, password_hash, name, surname, created_at)
    select gen_random_uuid(), 'developer', 'many-' || n || '@example.com', 'x', 'Many', 'Rows', now()
    from generate_series(1, ${ROWS}) as n`)
    await reader.query('vacuum analyze users')

    let isOver = false
    const durations: number[] = []
    const statuses = new Set<number>()
    const traffic = [
      () => server.call(listDevs),
      () => server.call(getDev, { params: { id: ana.id } }),
      () => server.call(updateDevProfile, { as: ana, body: { location: `Place ${durations.length}` } }),
      () => fetch(`${server.url}/readyz`),
    ].map(async (ask) => {
      while (!isOver) {
        const start = performance.now()
        statuses.add((await ask()).status)
        durations.push(performance.now() - start)
        await wait(5)
      }
    })

    // Like our backup.
    await reader.query('begin isolation level repeatable read read only')
    await reader.query('select count(*) from users')
    const reading = wait(LONG_READ_MS).then(() => reader.query('commit'))

    const other = await openPostgres({
      url: server.config.DATABASE_URL ?? '',
      hasNoTimeout: true,
      onError: () => {},
    })
    const began = performance.now()
    const ran: string[] = []
    const waits: string[] = []
    const db = other.db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode') ran.push(node.sqlFragments.join(''))
        return node
      },
      transformResult: async ({ result }) => result,
    })
    expect(await migrate({ ...other, db }, next, (reason) => waits.push(reason))).toEqual(['9998_future'])
    expect(waits).toEqual([
      'a long transaction holds a lock that migration 9998_future needs',
      'the index users_nickname is built beside traffic',
    ])
    expect(ran.filter((statement) => statement.includes('users_nickname on'))).toEqual([
      'create index concurrently if not exists users_nickname on users (nickname)',
    ])
    expect(performance.now() - began).toBeGreaterThan(LONG_READ_MS - 500)
    await backFill(other, { migration: '9998_future' }, next)
    await reading
    const counted = await until(() => durations.length > 100 && durations.length)
    isOver = true
    await Promise.all(traffic)
    const { rows } = await sql<{ n: number }>`select count(*) as n from users where nickname is null`.execute(
      other.db,
    )
    const indexes =
      await sql`select indisvalid from pg_index where indexrelid = 'users_nickname'::regclass`.execute(
        other.db,
      )
    await reader.end()
    await other.close()
    console.log(`${counted} responses, the slowest after ${Math.round(Math.max(...durations))} ms`)
    expect([...statuses]).toEqual([200])
    expect(Math.max(...durations)).toBeLessThan(SLOWEST_MS)
    expect(rows).toEqual([{ n: 0 }])
    expect(indexes.rows).toEqual([{ indisvalid: true }])
  },
  IS_LONG ? 900_000 : 60_000,
)
