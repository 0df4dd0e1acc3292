import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listDevs } from '#contract/devs.ts'
import { reachablePages } from '#contract/list-depth.ts'
import { listOffers } from '#contract/offers.ts'
import { listProjects } from '#contract/projects.ts'
import { buildDeveloper } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const owner = await buildDeveloper(server)

const ROWS = 100_001
const PART = 10_000
const at = sql.lit('2026-01-02T03:04:05.000Z')
const id =
  server.engine === 'postgres'
    ? sql`('00000000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`
    : sql`printf('00000000-0000-7000-8000-%012x', i)`

const rowsOf = {
  offers: sql`insert into offers (id, position, created_at, updated_at) select ${id}, 'x', ${at}, ${at} from number`,
  projects: sql`insert into projects (id, owner_id, title, category, year, created_at, updated_at)
    select ${id}, ${sql.lit(owner.id)}, 'x', 'Backend', 2020, ${at}, ${at} from number`,
  developers: sql`insert into users (id, role, email, password_hash, name, surname, created_at, onboarded_at)
    select ${id}, 'developer', cast(i as text), '', 'x', 'x', ${at}, ${at} from number`,
}

test.each([
  { table: 'offers', list: listOffers },
  { table: 'projects', list: listProjects },
  { table: 'developers', list: listDevs },
] as const)('the last page of $table that a pager offers is full, the next one empty (G8)', async (given) => {
  const { db } = server
  // In parts, as a statement has a time limit.
  for (let first = 1; first <= ROWS; first += PART) {
    const last = Math.min(first + PART - 1, ROWS)
    // PostgreSQL wants the common table expression after `insert into`, SQLite before it; a view suits both.
    await sql`create view number as
      with recursive counted (i) as (select ${sql.lit(first)} union all select i + 1 from counted where i < ${sql.lit(last)})
      select i from counted`.execute(db)
    await rowsOf[given.table].execute(db)
    await sql`drop view number`.execute(db)
  }
  await db.updateTable('totals').set({ value: ROWS }).where('name', '=', given.table).execute()

  const limit = 12
  const last = reachablePages(ROWS, limit)
  const read = async (page: number) => {
    const { body } = await server.call(given.list, { query: { limit: String(limit), page: String(page) } })
    return { shown: body.items.length, total: body.total }
  }
  expect(await read(last)).toEqual({ shown: limit, total: ROWS })
  expect(await read(last + 1)).toEqual({ shown: 0, total: ROWS })
})
