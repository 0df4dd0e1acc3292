import { useSearchParams } from 'react-router'
import { CATEGORIES } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lib/list-address.ts'
import type { ProjectFilters } from './projects.api.ts'

/** The filters of the project list, kept in the URL (DECISION 59). */
export function useProjectFilters() {
  const [search, setSearch] = useSearchParams()

  /** Anything but another page begins again at page 1 (PROJ-15). Pages are links, so this replaces the entry. */
  function change(changes: Partial<ProjectFilters>) {
    setSearch((now) => writeProjectFilters(now, { ...readProjectFilters(now), page: 1, ...changes }), {
      replace: true,
      preventScrollReset: true,
    })
  }

  return [readProjectFilters(search), change] as const
}

export function readProjectFilters(search: URLSearchParams): ProjectFilters {
  return {
    category: CATEGORIES.find((category) => category === search.get('category')) ?? '',
    skills: readSkills(search),
    sort: readSort(search),
    page: readPage(search),
  }
}

export function writeProjectFilters(search: URLSearchParams, filters: ProjectFilters): URLSearchParams {
  return withParams(search, {
    category: filters.category,
    skills: filters.skills.join(','),
    sort: sortParam(filters.sort),
    page: pageParam(filters.page),
  })
}
