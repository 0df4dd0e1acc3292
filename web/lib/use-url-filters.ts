import { useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'

type Options<Filters> = {
  read: (search: URLSearchParams) => Filters
  write: (search: URLSearchParams, filters: Filters) => URLSearchParams
  /** Whether a change of a filter adds a history entry; another page always does. */
  isKept?: boolean | undefined
}

/**
 * The filters of a list, kept in the query string; its other parts stay as they are. The address follows a moment
 * later: until then the controls show what was chosen, and a quick next choice counts from there.
 */
export function useUrlFilters<Filters extends { page: number }>({
  read,
  write,
  isKept = false,
}: Options<Filters>) {
  const [search, setSearch] = useSearchParams()
  const { key } = useLocation()
  const [chosen, setChosen] = useState<Filters>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each new place the choice stands in the address
  useEffect(() => setChosen(undefined), [key])
  const filters = chosen ?? read(search)

  /** Anything but another page begins again at page 1. */
  function change(changes: Partial<Filters>, { replace = !isKept && changes.page === undefined } = {}) {
    const next = { ...filters, page: 1, ...changes }
    setChosen(next)
    setSearch((now) => write(now, next), { replace, preventScrollReset: changes.page === undefined })
  }

  return [filters, change] as const
}
