import { type RawBuilder, sql } from 'kysely'
import { cachedCount, cachedFor } from '../lib/cached-values.ts'
import type { Db } from '../lib/db.ts'
import { countInPieces } from './count-postgres.ts'
import { directionOf, type Found, holdsWord, isOverdue, type Range, type Searchable } from './searchable.ts'

/** The condition of the index of rows with a `search_text`, in their order. */
const PUBLIC: Record<Searchable, string> = {
  users: "role = 'developer' and deactivated_at is null and onboarded_at is not null",
  projects: 'deleted_at is null and hidden_at is null',
  offers: "state = 'published' and deleted_at is null and hidden_at is null",
}
/** Rows of the first scan: enough for a page of a word that occurs in one row of a hundred. */
const FIRST_ROWS = 3000
const MANY_FIRST = FIRST_ROWS / 100
/** Above this number of hits a scan is faster than the index, which returns them unordered. */
const MOST_BY_INDEX = 10_000
const ROWS_AT_ONCE = 20_000
const MANY_MS = 60_000

/**
 * PostgreSQL underestimates the frequency of a substring, and collects all of its rows before it
 * sorts them: a second in a million rows. So the page is first searched among the newest rows; a word that
 * occurs in many of them, or has too many hits in the index, is searched without the index. Every statement is bounded.
 */
export async function searchPostgres(
  db: Db,
  table: Searchable,
  words: string[],
  range: Range,
): Promise<Found> {
  const overdue = isOverdue(table)
  const since = [
    ...(range.from ? [sql`created_at >= ${range.from}`] : []),
    ...(overdue ? [sql`not (${overdue})`] : []),
    ...(range.only?.conditions ?? []),
  ]
  const first = await lookAt(db, table, words, range, { rows: FIRST_ROWS })
  if (first.seen < FIRST_ROWS) return { ids: first.ids, total: first.found }
  const byIndex = all([sql`search_text is not null`, ...indexed(words), ...since])
  const key = [table, range.from, range.only?.key, ...words].join(' ')
  const few = first.found >= MANY_FIRST ? undefined : await countIfFew(db, table, byIndex, key)
  const isWhole = first.ids.length === range.limit
  if (few !== undefined) {
    return { ids: isWhole ? first.ids : await listByIndex(db, table, byIndex, range), total: few }
  }
  const ids = isWhole ? first.ids : await walk(db, table, words, range, first)
  // A full count is slow, and shared by concurrent callers.
  const matching = all([...words.map(has), ...since])
  const total = await cachedCount(db, key, { least: 0 }, () => countInPieces(db, table, matching))
  return { ids, total }
}

/** A scan in the order of the list: rows read, hits among them, and the last row. */
type Looked = { seen: number; found: number; ids: string[]; last_time: string; last_id: string }

/** Scans a number of rows behind `after`; returns the part of the page among them, with `found` hits before. */
async function lookAt(
  db: Db,
  table: Searchable,
  words: string[],
  { sort, from, only, offset, limit }: Range,
  { rows, after, found = 0, listed = 0 }: { rows: number; after?: Looked; found?: number; listed?: number },
): Promise<Looked> {
  const direction = directionOf({ sort })
  const order = sql`order by created_at ${sql.raw(direction)}, id ${sql.raw(direction)}`
  const last = sql`from piece order by seen desc limit 1`
  const conditions = [sql.raw(PUBLIC[table])]
  const overdue = isOverdue(table)
  if (overdue) conditions.push(sql`not (${overdue})`)
  if (only) conditions.push(...only.conditions)
  if (from) conditions.push(sql`created_at >= ${from}`)
  if (after) {
    const isBehind = sql.raw(direction === 'asc' ? '>' : '<')
    conditions.push(
      sql`(created_at, id) ${isBehind} (${after.last_time}::timestamptz, ${after.last_id}::uuid)`,
    )
  }
  const looked = await sql<Looked>`
    with piece as materialized (
      select id, created_at, search_text, row_number() over (${order}) as seen from ${sql.table(table)}
      where ${all(conditions)} ${order} limit ${sql.lit(rows)}
    ), hit as materialized (select id, created_at from piece where ${all(words.map(has))})
    select (select count(*) from piece) as seen, (select count(*) from hit) as found,
      array(
        select id::text from hit ${order}
        limit ${sql.lit(limit - listed)} offset ${sql.lit(Math.max(0, offset - found))}
      ) as ids,
      (select created_at ${last}) as last_time, (select id::text ${last}) as last_id`.execute(db)
  return looked.rows[0] ?? { seen: 0, found: 0, ids: [], last_time: '', last_id: '' }
}

/** Continues behind the first rows, in pieces. */
async function walk(db: Db, table: Searchable, words: string[], range: Range, first: Looked) {
  const ids = [...first.ids]
  let { found } = first
  for (let after = first, rows = FIRST_ROWS; after.seen === rows && ids.length < range.limit; ) {
    rows = ROWS_AT_ONCE
    after = await lookAt(db, table, words, range, { rows, after, found, listed: ids.length })
    ids.push(...after.ids)
    found += after.found
  }
  return ids
}

/** The number of hits in the index; undefined when there are too many, which is cached for a minute. */
function countIfFew(db: Db, table: Searchable, matching: RawBuilder<unknown>, key: string) {
  const count = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (
        select from ${sql.table(table)} where ${matching} limit ${sql.lit(MOST_BY_INDEX + 1)}
      ) as hit`.execute(db)
    const n = rows[0]?.n ?? 0
    return n > MOST_BY_INDEX ? undefined : n
  }
  return cachedFor(db, `many have ${key}`, count, (few) => (few === undefined ? MANY_MS : 0))
}

async function listByIndex(db: Db, table: Searchable, matching: RawBuilder<unknown>, range: Range) {
  const direction = sql.raw(directionOf(range))
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${matching}
    order by created_at ${direction}, id ${direction}
    limit ${sql.lit(range.limit)} offset ${sql.lit(range.offset)}`.execute(db)
  return rows.map((row) => row.id)
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Equivalent to `isLike`, in a form that cannot use an index. */
const has = (word: string) => holdsWord('postgres', word)

const isLike = (word: string) =>
  sql`search_text like ${`%${word.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`}`

/**
 * pg_trgm indexes letters and digits only; 'c++' and 'go' need the index of grams. Next to a longer word they do
 * without it: PostgreSQL would recompute the grams of many rows, a millisecond each.
 */
function indexed(words: string[]) {
  const hasTrigram = words.some((word) => /[\p{L}\p{N}]{3}/u.test(word))
  const aids = hasTrigram
    ? []
    : words.map((word) => sql`search_grams(search_text) @> ${pairsOf(word)}::text[]`)
  return [...words.map(isLike), ...aids]
}

const pairsOf = (word: string): string[] => {
  const characters = [...word]
  return characters.length === 1
    ? characters
    : characters.slice(1).map((next, index) => characters[index] + next)
}
