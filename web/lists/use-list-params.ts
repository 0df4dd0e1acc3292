import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType, useSearchParams } from 'react-router'
import { pageParam, readPage, withParams } from './list-params.ts'

/** Conversion of the filters of a list from and to the query string. */
export type ListParams<Filters extends { page: number }> = {
  read: (search: URLSearchParams) => Filters
  write: (search: URLSearchParams, filters: Filters) => URLSearchParams
  /** Whether a filter change adds a history entry; a page change always does. */
  filtersAddHistory?: boolean | undefined
  /** Whether a page change keeps the scroll position. */
  keepsScroll?: boolean | undefined
}

/** A list inside of another page: only its page number is in the URL. */
export const PAGE_ONLY: ListParams<{ page: number }> = {
  read: (search) => ({ page: readPage(search) }),
  write: (search, { page }) => withParams(search, { page: pageParam(page) }),
  keepsScroll: true,
}

/**
 * The filters of a list, stored in the query string; other parameters are unchanged. The URL follows asynchronously:
 * until then the controls show the new choice, and the next one starts from it.
 */
export function useListParams<Filters extends { page: number }>({
  read,
  write,
  filtersAddHistory = false,
  keepsScroll = false,
}: ListParams<Filters>) {
  const [search, setSearch] = useSearchParams()
  const { key, state } = useLocation()
  const navigationType = useNavigationType()
  const [chosen, setChosen] = useState<Filters>()
  const latest = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a new location the choice is in the URL
  useEffect(() => {
    // The location of an earlier choice may arrive before that of the latest.
    if (navigationType === 'POP' || !isBefore(state, latest.current)) setChosen(undefined)
  }, [key])
  const filters = chosen ?? read(search)

  function update(next: Filters, options: { replace: boolean; preventScrollReset: boolean }) {
    setChosen(next)
    latest.current += 1
    setSearch((now) => write(now, next), { ...options, state: { choice: latest.current } })
  }

  return {
    filters,
    keepsScroll,
    /** Changes filters and returns to page 1. */
    change: (changes: Partial<Omit<Filters, 'page'>>) =>
      update({ ...filters, ...changes, page: 1 }, { replace: !filtersAddHistory, preventScrollReset: true }),
    /** Replaces the current page number in the history. */
    redirectTo: (page: number) =>
      update({ ...filters, page }, { replace: true, preventScrollReset: keepsScroll }),
    /** The query string of a page of this list. */
    searchOf(page: number) {
      const next = write(search, { ...filters, page }).toString()
      return next && `?${next}`
    },
  }
}

/** Whether a location belongs to an earlier choice than this one. */
const isBefore = (state: unknown, choice: number) =>
  typeof state === 'object' &&
  state !== null &&
  'choice' in state &&
  typeof state.choice === 'number' &&
  state.choice < choice
