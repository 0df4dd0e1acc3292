import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../lib/ids.ts'
import { normalise, searchTag, searchText } from '../lib/search-text.ts'
import { openTestDatabase } from '../test/database.ts'
import { search } from './search.ts'
import type { Searchable } from './searchable.ts'

const { db, engine } = await openTestDatabase()

/** The number of rows of the promised comparison. */
const QUERIES = 5000
const page = { page: 1, limit: 100, sort: 'latest' } as const

async function insertOffer(text: string | null, created_at: string, tags: string[] = []): Promise<string> {
  const id = newId()
  const search_text = text === null ? null : searchText([text], tags)
  await db
    .insertInto('offers')
    .values({ id, owner_id: null, position: '', created_at, updated_at: created_at, search_text })
    .execute()
  return id
}

/** Rows in the order of their times, as in real use. */
async function openManyRows() {
  const database = await openTestDatabase()
  const unit = fc.constantFrom('a', 'b', 'c', 'á+', '%', ' ')
  const texts = fc.sample(fc.string({ unit, maxLength: 24 }), { numRuns: 2500, seed: 17 })
  const rows = texts.map((text, index) => ({
    id: newId(),
    text: normalise(text),
    createdAt: new Date(Date.UTC(2025, 0, 1) + index * 60_000).toISOString(),
  }))
  for (let start = 0; start < rows.length; start += 500) {
    await database.db
      .insertInto('offers')
      .values(
        rows.slice(start, start + 500).map(({ id, text, createdAt }) => ({
          id,
          owner_id: null,
          position: '',
          created_at: createdAt,
          updated_at: createdAt,
          search_text: text,
        })),
      )
      .execute()
  }
  return { ...database, rows }
}

describe('normalise', () => {
  test.each([
    ['Peña ÉLAN', 'pena elan'],
    ['Straße', 'strasse'],
    ['Łódź Ørsted Œuvre', 'lodz orsted oeuvre'],
    ['İSTANBUL ısı', 'istanbul isi'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['ｆｕｌｌ　ｗｉｄｔｈ', 'full width'],
    ['  a\u0000b\tc\n d ', 'a b c d'],
    ['soft\u00adhyphen', 'softhyphen'],
    ['한글', '한글'],
    ['\ud800x', '\ufffdx'],
  ])('%j becomes %j', (given, expected) => {
    expect(normalise(given)).toBe(expected)
  })

  test('normalised text stays unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(normalise(normalise(text))).toBe(normalise(text))
      }),
      { numRuns: 3000 },
    )
  })
})

describe('search', () => {
  const alphabet = ['a', 'b', 'A', 'á', 'ß', 'c', '+', '#', '%', '_', '\\', '"', "'", '*', '-', '(', ':', '^']
  const unit = fc.constantFrom(
    ...alphabet,
    'AND',
    'NEAR',
    ' ',
    ' ',
    '\u0000',
    '😀',
    '👩‍💻',
    'é',
    '日本',
    '\n',
  )
  const texts = fc.string({ unit, maxLength: 40 })
  const rows: { id: string; text: string; createdAt: string }[] = []

  beforeAll(async () => {
    for (const [index, text] of fc.sample(texts, { numRuns: 400, seed: 7 }).entries()) {
      // Not in the order of insertion, and with ties.
      const createdAt = new Date(Date.UTC(2025, 0, 1 + ((index * 37) % 90))).toISOString()
      rows.push({ id: await insertOffer(text, createdAt), text: normalise(text), createdAt })
    }
    await insertOffer(null, '2025-01-01T00:00:00.000Z')
  })

  const literal = (q: string, from = '') => {
    const words = normalise(q).split(' ')
    return rows
      .filter((row) => row.createdAt >= from && words.every((word) => row.text.includes(word)))
      .sort((a, b) => (a.createdAt + a.id < b.createdAt + b.id ? 1 : -1))
      .map((row) => row.id)
  }

  test('finds the same rows as a full scan, whatever is typed (G9)', {
    tags: ['API-38', 'HOME-02'],
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit, maxLength: 8 }), async (q) => {
        fc.pre(normalise(q) !== '')
        const expected = literal(q)
        const found = await search({ db, engine }, 'offers', { q, ...page })
        expect(found).toEqual({ ids: expected.slice(0, 100), total: expected.length })
      }),
      { numRuns: QUERIES, seed: 11 },
    )
  })

  test('finds the same rows as a full scan among more rows than it sorts', async () => {
    const many = await openManyRows()
    const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'abc', 'c', 'bca', 'á+', '%', 'x'), {
      minLength: 1,
      maxLength: 3,
    })
    const from = fc.option(fc.nat(many.rows.length - 1), { nil: undefined })
    const sort = fc.constantFrom('latest' as const, 'oldest' as const)
    let beyond = 0
    await fc.assert(
      fc.asyncProperty(words, from, sort, async (given, first, order) => {
        const since = first === undefined ? null : (many.rows[first]?.createdAt ?? null)
        const expected = many.rows
          .filter((row) => row.createdAt >= (since ?? ''))
          .filter((row) => given.every((word) => row.text.includes(normalise(word))))
          .map((row) => row.id)
        if (order === 'latest') expected.reverse()
        if (expected.length > 1000) beyond += 1
        const found = await search(many, 'offers', { ...page, q: given.join(' '), from: since, sort: order })
        expect(found).toEqual({ ids: expected.slice(0, 100), total: expected.length })
      }),
      { numRuns: 500, seed: 13 },
    )
    expect(beyond).toBeGreaterThan(50)
  })

  test('supports pages, orders and a start time', async () => {
    const all = literal('a')
    const second = await search({ db, engine }, 'offers', { ...page, q: 'a', page: 2, limit: 7 })
    expect(second).toEqual({ ids: all.slice(7, 14), total: all.length })
    const oldest = await search({ db, engine }, 'offers', { ...page, q: 'a', limit: 7, sort: 'oldest' })
    expect(oldest.ids).toEqual(all.toReversed().slice(0, 7))
    const from = '2025-03-01T00:00:00.000Z'
    const recent = literal('a', from)
    expect(recent.length).toBeLessThan(all.length)
    expect(await search({ db, engine }, 'offers', { ...page, q: 'a', from })).toEqual({
      ids: recent.slice(0, 100),
      total: recent.length,
    })
    const beyond = await search({ db, engine }, 'offers', { ...page, q: 'a', page: 1001 })
    expect(beyond).toEqual({ ids: [], total: all.length })
  })

  test.each(['', '   ', '\u0000', '\u0301'])('%j has no word in it and is refused', async (q) => {
    await expect(search({ db, engine }, 'offers', { ...page, q })).rejects.toMatchObject({
      status: 400,
      code: 'BAD_REQUEST',
      message: 'Search query is required',
    })
  })

  test('more than 100 characters are refused [VAL]', async () => {
    await expect(search({ db, engine }, 'offers', { ...page, q: 'x'.repeat(101) })).rejects.toMatchObject({
      status: 400,
      fields: { q: 'Max 100 characters' },
    })
  })

  test('an edited text is found by its new words only, and a removed text by none', async () => {
    const id = await insertOffer('vermilion xq', '2025-01-01T00:00:00.000Z')
    const idsOf = async (q: string) => (await search({ db, engine }, 'offers', { ...page, q })).ids
    const change = (search_text: string | null) =>
      db.updateTable('offers').set({ search_text }).where('id', '=', id).execute()
    expect([await idsOf('vermilion'), await idsOf('xq')]).toEqual([[id], [id]])
    await change(searchText(['turquoise zq']))
    expect([await idsOf('vermilion'), await idsOf('xq')]).toEqual([[], []])
    expect([await idsOf('turquoise'), await idsOf('zq')]).toEqual([[id], [id]])
    await change(null)
    expect([await idsOf('turquoise'), await idsOf('zq')]).toEqual([[], []])
    await change(searchText(['turquoise zq']))
    await db.deleteFrom('offers').where('id', '=', id).execute()
    expect([await idsOf('turquoise'), await idsOf('zq')]).toEqual([[], []])
  })

  test('a tag narrows a search and is found by no query', async () => {
    const [one, two] = [searchTag(1), searchTag(2)]
    const tagged = await insertOffer('magenta', '2025-01-01T00:00:00.000Z', [one])
    await insertOffer('magenta', '2025-01-02T00:00:00.000Z', [two])
    const found = await search({ db, engine }, 'offers', { ...page, q: 'magenta', tags: [one] })
    expect(found).toEqual({ ids: [tagged], total: 1 })
    await expect(search({ db, engine }, 'offers', { ...page, q: one })).rejects.toMatchObject({ status: 400 })
  })
})

describe('search among many', () => {
  const table: Searchable = 'offers'
  const count = 2500

  beforeAll(async () => {
    const first = Date.UTC(2026, 0, 1)
    await db.transaction().execute(async (tx) => {
      for (let index = 0; index < count; index += 1) {
        const created_at = new Date(first + index * 60_000).toISOString()
        if (engine === 'sqlite' && index === count / 2) {
          // A large gap in the row numbers, so that the count takes more than one piece.
          await sql`insert into offers (row_no, id, position, created_at, updated_at)
            values (60000, ${newId()}, '', ${created_at}, ${created_at})`.execute(tx)
        }
        await tx
          .insertInto('offers')
          .values({
            id: newId(),
            owner_id: null,
            position: String(index),
            created_at,
            updated_at: created_at,
            search_text: searchText(['frequent zz', index % 2 === 0 ? 'even' : 'odd']),
          })
          .execute()
      }
    })
  })

  const positions = async (ids: string[]) => {
    const rows = await db.selectFrom('offers').select(['id', 'position']).where('id', 'in', ids).execute()
    return ids.map((id) => Number(rows.find((row) => row.id === id)?.position))
  }

  test.each(['frequent', 'zz', 'frequent zz'])(
    '%j is counted, and read page by page in both orders',
    async (q) => {
      const latest = await search({ db, engine }, table, { ...page, q, page: 2, limit: 3 })
      expect(latest.total).toBe(count)
      expect(await positions(latest.ids)).toEqual([count - 4, count - 5, count - 6])
      const oldest = await search({ db, engine }, table, { ...page, q, limit: 3, sort: 'oldest' })
      expect(await positions(oldest.ids)).toEqual([0, 1, 2])
      const from = new Date(Date.UTC(2026, 0, 1) + 1000 * 60_000).toISOString()
      const since = await search({ db, engine }, table, { ...page, q: `${q} even`, from, sort: 'oldest' })
      expect(since.total).toBe(750)
      expect((await positions(since.ids)).slice(0, 2)).toEqual([1000, 1002])
    },
  )

  test.runIf(engine === 'sqlite')(
    'two indexes are merged as streams, without temporary storage (G9)',
    async () => {
      const { rows } = await sql<{ detail: string }>`explain query plan
      select rowid from offers_search where offers_search match '"frequent"' and rowid >= 0
      intersect select rowid from offers_grams where offers_grams match '7ax7a' and rowid >= 0
      order by 1 desc limit 20`.execute(db)
      const plan = rows.map((row) => row.detail).join('\n')
      expect(plan).toContain('MERGE')
      expect(plan).not.toContain('TEMP B-TREE')
    },
  )
})
