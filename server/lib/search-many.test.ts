import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import { search } from './search.ts'

const { db, engine } = await openTestDatabase()
const ROWS = 3200

/** More rows than are looked at first; number 0 is the oldest, and every hundredth says so. */
describe.runIf(engine === 'postgres')('a search of many offers', async () => {
  if (engine === 'postgres') {
    await sql`
      insert into offers (id, position, created_at, updated_at, search_text)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Pilot', moment, moment,
        'ferry pilot ' || case when n % 100 = 0 then 'hundredth ' else '' end || case when n = 0 then 'oldest' else '' end
      from generate_series(0, ${sql.lit(ROWS - 1)}) n, lateral (select timestamptz '2024-01-01' + n * interval '1 minute') as at (moment)
    `.execute(db)
  }
  const find = async (
    q: string,
    more: { page?: number; limit?: number; sort?: 'latest' | 'oldest' } = {},
  ) => {
    const { ids, total } = await search({ db, engine }, 'offers', {
      q,
      page: 1,
      limit: 20,
      sort: 'latest',
      ...more,
    })
    return { numbers: ids.map((id) => Number(id.slice(-12))), total }
  }
  const down = (from: number, count: number, step = 1) =>
    Array.from({ length: count }, (_, place) => from - place * step)

  test('finds frequent words and rare ones, near and far, in both orders', async () => {
    expect(await find('ferry')).toEqual({ numbers: down(ROWS - 1, 20), total: ROWS })
    expect((await find('ferry', { page: 155 })).numbers).toEqual(down(ROWS - 1 - 154 * 20, 20))
    expect((await find('ferry', { page: 150 })).numbers).toEqual(down(ROWS - 1 - 149 * 20, 20))
    expect(await find('hundredth')).toEqual({ numbers: down(3100, 20, 100), total: 32 })
    expect((await find('hundredth', { page: 2 })).numbers).toEqual(down(1100, 12, 100))
    expect((await find('hundredth', { sort: 'oldest', limit: 2 })).numbers).toEqual([0, 100])
    expect(await find('oldest pi')).toEqual({ numbers: [0], total: 1 })
    expect(await find('oldest', { sort: 'oldest' })).toEqual({ numbers: [0], total: 1 })
    expect(await find('nowhere')).toEqual({ numbers: [], total: 0 })
  })
})
