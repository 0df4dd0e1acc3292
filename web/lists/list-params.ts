import type { Sort } from '#contract/lists.ts'

/** The URL parameters that all lists share. An unreadable value counts as not set. */
export function readPage(search: URLSearchParams): number {
  const page = Number(search.get('page') ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}

export function readSort(search: URLSearchParams): Sort {
  return search.get('sort') === 'oldest' ? 'oldest' : 'latest'
}

export function readSkills(search: URLSearchParams): string[] {
  const skills = (search.get('skills') ?? '').split(',').flatMap((part) => part.trim() || [])
  return [...new Set(skills)]
}

/** The query string with these values; '' removes a parameter, all others are unchanged. */
export function withParams(search: URLSearchParams, values: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}

/** Defaults are left out of the URL. */
export const sortParam = (sort: Sort) => (sort === 'oldest' ? sort : '')
export const pageParam = (page: number) => (page > 1 ? String(page) : '')
