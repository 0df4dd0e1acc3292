import { type RawBuilder, sql } from 'kysely'
import { cachedCount, cachedFor } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { createKeyedMutex } from '../lib/keyed-mutex.ts'
import { readRows } from '../lib/prepared.ts'
import { gramOf } from '../lib/search-text.ts'
import { nextTurn } from '../lib/turns.ts'
import {
  directionOf,
  type Found,
  holdsWord,
  isOverdue,
  type Only,
  type Range,
  type Searchable,
} from './searchable.ts'

// Words of three or more characters are in the trigram index, shorter ones in the index of grams.

/** Up to this number hits are sorted by (created_at, id); beyond it the order of insertion, which is the same, saves that. */
const MAX_SORTED = 1000
/** A frequent word is still frequent a minute later. */
const FREQUENT_MS = 60_000

/**
 * The index intersects the rows of two words slowly when one is rare and the other is not; the few rows of a rare
 * one are read instead. For two frequent ones it finds a page quickly, and only the total is slow.
 */
export async function searchSqlite(db: Db, table: Searchable, words: string[], range: Range): Promise<Found> {
  const areHits = words.length === 1
  for (const word of words.toSorted((a, b) => b.length - a.length)) {
    const rows = await listIfFew(db, table, word, range.only)
    if (rows) return searchAmong(db, table, rows, { words, range, areHits })
  }
  return searchMany(db, table, words, range)
}

/** The row numbers of this word; undefined when there are more than are sorted. */
function listIfFew(db: Db, table: Searchable, word: string, only: Only | undefined) {
  const list = async () => {
    const rows = await readRows(
      db,
      sql<{
        rowid: number
      }>`${hitsOf(table, [word], { direction: 'asc', only })} limit ${sql.lit(MAX_SORTED + 1)}`,
    )
    return rows.length > MAX_SORTED ? undefined : rows.map((row) => row.rowid)
  }
  return cachedFor(db, `${table} have many ${word} ${only?.key ?? ''}`, list, (few) =>
    few ? 0 : FREQUENT_MS,
  )
}

async function searchAmong(
  db: Db,
  table: Searchable,
  rowNumbers: number[],
  { words, range, areHits = false }: Among,
): Promise<Found> {
  const direction = sql.raw(directionOf(range))
  const candidates = sql`from ${sql.table(table)}
    where row_no in (select value from json_each(${JSON.stringify(rowNumbers)}))`
  if (areHits && !range.from) {
    const rows = await readRows(
      db,
      sql<{ id: string }>`select id ${candidates}
        order by created_at ${direction}, id ${direction} limit ${range.limit} offset ${range.offset}`,
    )
    return { ids: rows.map((row) => row.id), total: rowNumbers.length }
  }
  const rows = await readRows(
    db,
    sql<{ id: string }>`select id ${candidates}
      and ${sql.join(
        words.map((word) => holdsWord('sqlite', word)),
        sql` and `,
      )}
      and created_at >= ${range.from ?? ''}
      order by created_at ${direction}, id ${direction}`,
  )
  return {
    ids: rows.slice(range.offset, range.offset + range.limit).map((row) => row.id),
    total: rows.length,
  }
}

/** `areHits`: there is a single word, which these rows are known to contain. */
type Among = { words: string[]; range: Range; areHits?: boolean }

async function searchMany(db: Db, table: Searchable, words: string[], range: Range): Promise<Found> {
  const firstRow = range.from ? await firstRowSince(db, table, range.from) : 0
  if (firstRow === undefined) return { ids: [], total: 0 }
  const direction = directionOf(range)
  const rows = await readRows(
    db,
    sql<{ id: string }>`
    select id from (
      ${hitsOf(table, words, { direction, firstRow, only: range.only })} limit ${range.limit} offset ${range.offset}
    ) as hit join ${sql.table(table)} on row_no = hit.rowid order by row_no ${sql.raw(direction)}`,
  )
  const total = await cachedCount(
    db,
    [table, firstRow, range.only?.key, ...words].join(' '),
    { least: 0 },
    () => countInTurn('hits', () => countHits(db, table, words, firstRow, range.only)),
  )
  return { ids: rows.map((row) => row.id), total }
}

/** Counts are serialised: two at once would double the wait of other requests. */
const countInTurn = createKeyedMutex()
const COUNTED_AT_ONCE = 25_000

/** In pieces, so that other requests are served in between. */
async function countHits(
  db: Db,
  table: Searchable,
  words: string[],
  firstRow: number,
  only: Only | undefined,
) {
  const [last] = await readRows(
    db,
    sql<{ row_no: number | null }>`select max(row_no) as row_no from ${sql.table(table)}`,
  )
  let count = 0
  for (let from = firstRow; from <= (last?.row_no ?? -1); from += COUNTED_AT_ONCE) {
    const hits = hitsOf(table, words, {
      direction: 'asc',
      firstRow: from,
      endRow: from + COUNTED_AT_ONCE,
      only,
    })
    const [counted] = await readRows(db, sql<{ n: number }>`select count(*) as n from (${hits})`)
    count += counted?.n ?? 0
    await nextTurn()
  }
  return count
}

async function firstRowSince(db: Db, table: Searchable, from: string) {
  const rows = await readRows(
    db,
    sql<{ row_no: number }>`
    select row_no from ${sql.table(table)} where created_at >= ${from} and deleted_at is null and hidden_at is null
    order by created_at, id limit 1`,
  )
  return rows[0]?.row_no
}

type Hits = {
  direction: 'asc' | 'desc'
  firstRow?: number
  endRow?: number
  only?: Only | undefined
}

/** The row numbers in both indexes; both return them in order, so that they can be merged. */
function hitsOf(
  table: Searchable,
  words: string[],
  { direction, firstRow = 0, endRow = Number.MAX_SAFE_INTEGER, only }: Hits,
): RawBuilder<unknown> {
  const long = words.filter((word) => [...word].length >= 3).map((word) => `"${word.replaceAll('"', '""')}"`)
  const short = words.filter((word) => [...word].length < 3).map(gramOf)
  const overdue = isOverdue(table)
  // Read once per statement; nearly always empty.
  const isFound = overdue
    ? sql`and rowid not in (select row_no from ${sql.table(table)} where ${overdue})`
    : sql``
  const select = (index: string, terms: string[]) => sql`
    select rowid from ${sql.table(index)}
    where ${sql.table(index)} match ${terms.join(' AND ')} and rowid >= ${wholeNumber(firstRow)} and rowid < ${wholeNumber(endRow)} ${isFound}
      ${only ? sql`and exists (select 1 from ${sql.table(table)} where row_no = ${sql.table(index)}.rowid and ${sql.join(only.conditions, sql` and `)})` : sql``}`
  const inLong = select(`${table}_search`, long)
  const inShort = select(`${table}_grams`, short)
  // An ordered intersection is merged; an unordered one would be materialised first.
  const hits = short.length === 0 ? inLong : long.length === 0 ? inShort : sql`${inLong} intersect ${inShort}`
  return sql`${hits} order by 1 ${sql.raw(direction)}`
}

/** Numbers are bound as floating-point values, for which FTS5 scans every row. */
const wholeNumber = (number: number) => sql`cast(${number} as integer)`
