import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '#contract/lists.ts'
import type { Engine } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { isOverdueAt } from '../offers/offer-life.ts'

/** The tables with a `search_text`; null in it means not public and not found. */
export type Searchable = 'users' | 'projects' | 'offers'

/** One page of the found ids, and the number of all matches. */
export type Found = { ids: string[]; total: number }

/** Conditions on the row itself, and their values as text, for the cache key. */
export type Only = { key: string; conditions: readonly RawBuilder<boolean>[] }

export type Range = {
  sort: Sort
  /** Only rows created at or after this time. */
  from?: string | null
  /** Conditions on the row itself, beside the words. */
  only?: Only | undefined
  offset: number
  limit: number
}

export const directionOf = ({ sort }: Pick<Range, 'sort'>) => (sort === 'oldest' ? 'asc' : 'desc')

/**
 * Whether the text that is searched holds this word. Not LIKE, which reads a word that almost occurs everywhere again and
 * again: a second for 2,000 messages.
 */
export const holdsWord = (engine: Engine, word: string): RawBuilder<boolean> =>
  engine === 'sqlite' ? sql`instr(search_text, ${word}) > 0` : sql`strpos(search_text, ${word}) > 0`

/** Rows that still have a text and must no longer be found (LIFE-04); undefined without any. */
export const isOverdue = (table: Searchable): RawBuilder<boolean> | undefined =>
  table === 'offers' ? isOverdueAt(now()) : undefined
