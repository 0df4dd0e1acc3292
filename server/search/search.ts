import { texts } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { badRequest, invalid } from '../lib/errors.ts'
import { rangeOf } from '../lib/paging.ts'
import { normalise } from '../lib/search-text.ts'
import type { Services } from '../services.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import type { Found, Range, Searchable } from './searchable.ts'

type Search = Pick<Range, 'sort' | 'from'> & {
  q: string
  page: number
  limit: number
  /** Tags made by `searchTag`; a row must carry all of them. */
  tags?: readonly string[]
}

/**
 * The ids of one page of the rows in which every word of `q` occurs somewhere, by (created_at, id), and how
 * many rows there are. The query is plain text, never a pattern (decision 39); 400 without a word in it.
 */
export async function search(
  { db, engine }: Pick<Services, 'db' | 'engine'>,
  table: Searchable,
  given: Search,
): Promise<Found> {
  const words = [...new Set([...requireWords(given.q), ...(given.tags ?? [])])]
  const searchIn = engine === 'sqlite' ? searchSqlite : searchPostgres
  return searchIn(db, table, words, { ...given, ...rangeOf(given) })
}

function requireWords(q: string): string[] {
  if (q.length > LIMITS.query) throw invalid({ q: texts.general.maxCharacters(LIMITS.query) })
  const words = normalise(q).split(' ')
  if (words[0] === '') throw badRequest(texts.search.required)
  return words
}
