import { CATEGORIES } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lib/list-params.ts'
import { useUrlFilters } from '../lib/use-url-filters.ts'
import type { ProjectFilters } from './projects.api.ts'

/** The filters of the project list, kept in the URL; changing one begins again at page 1 (PROJ-15, DECISION 59). */
export const useProjectFilters = () => useUrlFilters({ read: readProjectFilters, write: writeProjectFilters })

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
