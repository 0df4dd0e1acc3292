import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../test/database.ts'
import { search } from './search.ts'

const { db, engine } = await openTestDatabase()
const ROWS = 14_000
/** More rows than the index is used for, none of them among the newest. */
const EARLY = 10_500

/** More rows than the first scan; number 0 is the oldest, and every hundredth has the word. */
describe('a search of many offers', async () => {
  // Few on a page, so that there are many pages, which are counted in pieces.
  await sql`alter table offers set (fillfactor = 10)`.execute(db)
  await sql`
      insert into offers (id, position, created_at, updated_at, search_text)
      select ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Pilot', moment, moment,
        'ferry pilot ' || case when n % 100 = 0 then 'hundredth ' else '' end || case when n = 0 then 'oldest ' else '' end
          || case when n < ${sql.lit(EARLY)} then 'early c++' else 'late' end
      from generate_series(0, ${sql.lit(ROWS - 1)}) n, lateral (select timestamptz '2024-01-01' + n * interval '1 minute') as at (moment)
    `.execute(db)
  const find = async (
    q: string,
    more: { page?: number; limit?: number; sort?: 'latest' | 'oldest'; from?: string } = {},
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
    Array.from({ length: count }, (_, index) => from - index * step)

  test('finds frequent words and rare ones, new and old, in both orders', async () => {
    expect(await find('ferry')).toEqual({ numbers: down(ROWS - 1, 20), total: ROWS })
    expect((await find('ferry', { page: 155 })).numbers).toEqual(down(ROWS - 1 - 154 * 20, 20))
    expect((await find('ferry', { page: 150 })).numbers).toEqual(down(ROWS - 1 - 149 * 20, 20))
    expect(await find('hundredth')).toEqual({ numbers: down(13_900, 20, 100), total: 140 })
    expect((await find('hundredth', { page: 2 })).numbers).toEqual(down(11_900, 20, 100))
    expect((await find('hundredth', { sort: 'oldest', limit: 2 })).numbers).toEqual([0, 100])
    expect(await find('oldest pi')).toEqual({ numbers: [0], total: 1 })
    expect(await find('oldest', { sort: 'oldest' })).toEqual({ numbers: [0], total: 1 })
    expect((await find('hundredth', { page: 7 })).numbers).toEqual(down(1900, 20, 100))
    expect(await find('nowhere')).toEqual({ numbers: [], total: 0 })
  })
  test.each(['early', 'c+', 'c++ early', 'y c'])(
    'counts %j, of which only the oldest hold many',
    async (q) => {
      const newest = down(EARLY - 1, 3)
      expect(await find(q, { limit: 3 })).toEqual({ numbers: newest, total: EARLY })
    },
  )

  test('counts letters and words together, all of them or since a time', async () => {
    expect(await find('f', { limit: 1 })).toEqual({ numbers: [ROWS - 1], total: ROWS })
    expect(await find('pi ferry l', { limit: 1 })).toEqual({ numbers: [ROWS - 1], total: ROWS })
    const from = new Date(Date.UTC(2024, 0, 1) + 5000 * 60_000).toISOString()
    expect(await find('ferry', { limit: 1, from })).toEqual({ numbers: [ROWS - 1], total: ROWS - 5000 })
    expect(await find('early', { limit: 1, from })).toEqual({ numbers: [EARLY - 1], total: EARLY - 5000 })
  })

  test('many concurrent counts of frequent words are complete', async () => {
    const pieces = (word: string) =>
      [...word].flatMap((_, index) => [word.slice(index, index + 2), word.slice(0, index + 1)])
    const words = [...new Set([...pieces('ferry'), ...pieces('pilot')])]
    expect(words.length).toBeGreaterThan(16)
    const found = await Promise.all(words.map((word) => find(word, { limit: 2, sort: 'oldest' })))
    expect(found).toEqual(words.map(() => ({ numbers: [0, 1], total: ROWS })))
  })
})
