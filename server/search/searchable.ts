import type { RawBuilder } from 'kysely'
import type { Sort } from '#contract/lists.ts'
import { now } from '../lib/ids.ts'
import { isOverdueAt } from '../offers/offer-life.ts'

/** The tables with a `search_text`; null in it means: not public, not found. */
export type Searchable = 'users' | 'projects' | 'offers'

/** One page of the ids that were found, and how many rows were found in all. */
export type Found = { ids: string[]; total: number }

/** Conditions on the row itself, and their values as text: what is cached depends on them. */
export type Only = { key: string; conditions: readonly RawBuilder<boolean>[] }

export type Range = {
  sort: Sort
  /** Only what was created at or after this time. */
  from?: string | null
  /** Conditions on the row itself, beside the words. */
  only?: Only | undefined
  offset: number
  limit: number
}

export const directionOf = ({ sort }: Pick<Range, 'sort'>) => (sort === 'oldest' ? 'asc' : 'desc')

/** Rows that still have their text and must no longer be found (LIFE-04); undefined where there are none. */
export const isOverdue = (table: Searchable): RawBuilder<boolean> | undefined =>
  table === 'offers' ? isOverdueAt(now()) : undefined
