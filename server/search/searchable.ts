import type { Sort } from '#contract/lists.ts'

/** The tables with a `search_text`; null in it means: not public, not found. */
export type Searchable = 'users' | 'projects' | 'offers'

/** One page of the ids that were found, and how many rows were found in all. */
export type Found = { ids: string[]; total: number }

export type Range = {
  sort: Sort
  /** Only what was created at or after this time. */
  from?: string | null
  offset: number
  limit: number
}

export const directionOf = ({ sort }: Pick<Range, 'sort'>) => (sort === 'oldest' ? 'asc' : 'desc')
