import { EXPERIENCE_BUCKETS } from '#contract/devs.ts'
import { CATEGORIES } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lib/list-params.ts'
import { useUrlFilters } from '../lib/use-url-filters.ts'
import type { DevFilters } from './devs.api.ts'

/** The filters of the directory, kept in the URL; changing one begins again at page 1 (DIR-13). */
export const useDevFilters = () => useUrlFilters({ read: readDevFilters, write: writeDevFilters })

export function readDevFilters(search: URLSearchParams): DevFilters {
  // Unencoded, the plus of '5+' arrives as a space.
  const experience = search.get('experience')?.replace(/ $/, '+')
  return {
    category: CATEGORIES.find((category) => category === search.get('category')) ?? '',
    skills: readSkills(search),
    experience: EXPERIENCE_BUCKETS.find((bucket) => bucket === experience) ?? '',
    sort: readSort(search),
    page: readPage(search),
  }
}

export function writeDevFilters(search: URLSearchParams, filters: DevFilters): URLSearchParams {
  return withParams(search, {
    category: filters.category,
    skills: filters.skills.join(','),
    experience: filters.experience,
    sort: sortParam(filters.sort),
    page: pageParam(filters.page),
  })
}
