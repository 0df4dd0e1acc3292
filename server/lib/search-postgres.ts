import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { keptCount } from './kept-values.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { directionOf, type Found, type Range, type Searchable } from './search.ts'

/** The rows that have a `search_text`, in the words of the index that has them in order. */
const PUBLIC: Record<Searchable, string> = {
  users: "role = 'developer' and deactivated_at is null and onboarded_at is not null",
  projects: 'deleted_at is null and hidden_at is null',
  offers: 'deleted_at is null and hidden_at is null',
}
/** A page of a word that one row in a hundred holds is found among so many. */
const FIRST_ROWS = 3000
const MANY_FIRST = FIRST_ROWS / 100
/** More are found sooner by looking at every row than by the index, which names them in no order. */
const MOST_BY_INDEX = 10_000

/**
 * PostgreSQL hardly knows how frequent a part of a text is, takes it for rare, and collects all of its rows before it
 * puts them in order: a second in a million rows. So the page is first looked for among the first rows, and a word
 * that many of them hold is counted without the index.
 */
export async function searchPostgres(
  db: Db,
  table: Searchable,
  words: string[],
  range: Range,
): Promise<Found> {
  const since = range.from ? [sql`created_at >= ${range.from}`] : []
  const direction = sql.raw(directionOf(range))
  const order = sql`order by created_at ${direction}, id ${direction}`
  const page = sql`${order} limit ${sql.lit(range.limit)} offset ${sql.lit(range.offset)}`
  const looked = await sql<{ seen: number; found: number; ids: string[] }>`
    with first as materialized (
      select id, created_at, search_text from ${sql.table(table)}
      where ${all([sql.raw(PUBLIC[table]), ...since])} ${order} limit ${sql.lit(FIRST_ROWS)}
    ), hit as materialized (select id, created_at from first where ${all(words.map(has))})
    select (select count(*) from first) as seen, (select count(*) from hit) as found,
      array(select id::text from hit ${page}) as ids`.execute(db)
  const { seen = 0, found = 0, ids = [] } = looked.rows[0] ?? {}
  if (seen < FIRST_ROWS) return { ids, total: found }
  const isFrequent = found >= MANY_FIRST
  const matching = all([
    sql`search_text is not null`,
    ...(isFrequent ? words.map(isLike) : indexed(words)),
    ...since,
  ])
  const listAmongAll = async () => {
    const rows = await sql<{
      id: string
    }>`select id from ${sql.table(table)} where ${matching} ${page}`.execute(db)
    return rows.rows.map((row) => row.id)
  }
  const countByIndex = async () => {
    const rows = await sql<{ n: number }>`
      select count(*) as n from (
        select from ${sql.table(table)} where ${matching} limit ${sql.lit(MOST_BY_INDEX + 1)}
      ) as hit`.execute(db)
    return rows.rows[0]?.n ?? 0
  }
  const inAll = ids.length < range.limit ? await listAmongAll() : ids
  // Looking at all takes long, and is done once for all who wait for it.
  const total = await keptCount(
    db,
    [table, range.from, ...words].join(' '),
    isFrequent ? { least: 0 } : {},
    async () => {
      const counted = isFrequent ? Number.POSITIVE_INFINITY : await countByIndex()
      return counted <= MOST_BY_INDEX ? counted : countInPieces(db, table, all([...words.map(has), ...since]))
    },
  )
  return { ids: inAll, total }
}

const all = (conditions: RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Says the same as `isLike`, in a form that no index serves. */
const has = (word: string) => sql`strpos(search_text, ${word}) > 0`

const isLike = (word: string) =>
  sql`search_text like ${`%${word.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`}`

/**
 * pg_trgm knows letters and digits only; 'c++' and 'go' need the index of grams. Where a longer word stands beside
 * them they do without: PostgreSQL would look the grams of many rows up by making them anew, a millisecond each.
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
    : characters.slice(1).map((next, place) => characters[place] + next)
}

const inTurn = oneAtATime()
const PAGES_AT_ONCE = 1000

/** Some pages of the file at once, so that no statement comes near its time limit; one count after the other. */
const countInPieces = (db: Db, table: Searchable, matching: RawBuilder<unknown>): Promise<number> =>
  inTurn('count', () =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        const size = await sql<{ pages: number }>`
          select pg_relation_size(${table}::regclass) / current_setting('block_size')::int as pages`.execute(
          tx,
        )
        const pages = size.rows[0]?.pages ?? 0
        let total = 0
        for (let first = 0; first < pages; first += PAGES_AT_ONCE) {
          const rows = await sql<{ n: number }>`
            select count(*) as n from ${sql.table(table)}
            where ctid >= ${`(${first},0)`}::tid and ctid < ${`(${first + PAGES_AT_ONCE},0)`}::tid and ${matching}`.execute(
            tx,
          )
          total += rows.rows[0]?.n ?? 0
        }
        return total
      }),
  )
