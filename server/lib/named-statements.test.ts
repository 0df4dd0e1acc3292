import { expect, test } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import type { Db } from './db.ts'
import { namedStatements } from './named-statements.ts'
import { prepared } from './prepared.ts'
import type { TotalName } from './totals.ts'

const { db, engine } = await openTestDatabase()
const selectList = (db: Db, given: { name: TotalName; least: number; limit: number; offset: number }) =>
  db
    .selectFrom('totals')
    .select(['name', 'value'])
    .where('name', '<>', given.name)
    .where('value', '>=', given.least)
    .orderBy('name')
    .limit(given.limit)
    .offset(given.offset)
const list = prepared(selectList)
const TEXT = 'select 1 from totals where name = $1 limit $2 offset $3'

test('a prepared list returns the rows of each page, in any order of calls', async () => {
  const page = async (limit: number, offset: number) =>
    (await list(db, { name: 'hires', least: 0, limit, offset })).map(({ name }) => name)
  for (let time = 0; time < 8; time += 1) {
    expect(await page(2, 0)).toEqual(['developers', 'offers'])
    expect(await page(2, 2)).toEqual(['projects', 'recruiters'])
    expect(await page(3, 0)).toEqual(['developers', 'offers', 'projects'])
  }
  expect(await list(db, { name: 'offers', least: 1, limit: 5, offset: 0 })).toEqual([])
})

test('unprepared statements stay unchanged', () => {
  expect(namedStatements()(TEXT, ['offers', 5, 0])).toEqual({ text: TEXT, values: ['offers', 5, 0] })
})

test.runIf(engine === 'postgres')(
  'a first page has a named statement for each limit, a later one none; page numbers are literals',
  async () => {
    const { sql: text } = selectList(db, { name: 'hires', least: 0, limit: 6, offset: 0 }).compile()
    await list(db, { name: 'hires', least: 0, limit: 6, offset: 0 })
    const statement = namedStatements()
    const first = statement(text, ['hires', 0, 6, 0])
    expect(first.name).toBe('puente_0')
    expect(first.values).toEqual(['hires', 0])
    expect(first.text).toMatch(/limit 6 offset 0$/)
    expect(statement(text, ['offers', 5, 6, 0])).toEqual({ ...first, values: ['offers', 5] })
    expect(statement(text, ['hires', 0, 12, 0]).name).toBe('puente_1')
    expect(statement(text, ['hires', 0, 6, 6]).name).toBeUndefined()
  },
)
