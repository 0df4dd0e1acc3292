import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { badRequest, invalid } from '../lib/errors.ts'
import { rangeOf } from '../lib/paging.ts'
import { normalise } from '../lib/search-text.ts'
import type { Services } from '../services.ts'
import { searchPostgres } from './search-postgres.ts'
import { searchSqlite } from './search-sqlite.ts'
import type { Found, Only, Range, Searchable } from './searchable.ts'

type Search = Pick<Range, 'sort' | 'from'> & {
  q: string
  page: number
  limit: number
  /** Tags made by `searchTag`; a row must have all of them. */
  tags?: readonly string[]
  /** Conditions on the row itself. */
  only?: Only
}

/**
 * The ids of one page of the rows in which every word of `q` occurs, by (created_at, id), and the number
 * of all matches. The query is plain text, never a pattern (decision 39); 400 without a word.
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

/** 400 without a word. */
export function requireWords(q: string): string[] {
  const words = readWords(q)
  if (words.length === 0) throw badRequest(m.search_required())
  return words
}

/** Empty for a blank query, which filters nothing. */
export function readWords(q: string): string[] {
  if (q.length > LIMITS.query) throw invalid({ q: m.general_max_characters({ max: LIMITS.query }) })
  return normalise(q).split(' ').filter(Boolean)
}

/** Whether every word occurs in the text. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const searched = normalise(text)
  return words.every((word) => searched.includes(word))
}
