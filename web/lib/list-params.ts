import { MAX_DEPTH, type Sort } from '#contract/lists.ts'

/** What a list keeps in its query string. What cannot be read there counts as not set. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

export function readSort(search: URLSearchParams): Sort {
  return search.get('sort') === 'oldest' ? 'oldest' : 'latest'
}

export function readSkills(search: URLSearchParams): string[] {
  return (search.get('skills') ?? '').split(',').flatMap((part) => part.trim() || [])
}

/** The query string with these values; '' takes a part out, everything else stays as it is. */
export function withParams(search: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** The parts that all lists share, as they stand in the address: the defaults are left out. */
export const sortParam = (sort: Sort) => (sort === 'oldest' ? sort : '')
export const pageParam = (page: number) => (page > 1 ? String(page) : '')

/** How many pages can be looked at: the server reads no deeper than MAX_DEPTH. */
export function pagesOf(total: number, perPage: number): number {
  return Math.ceil(Math.min(total, MAX_DEPTH) / perPage)
}
