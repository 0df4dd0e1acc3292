import { EXPERIENCE_BUCKETS } from '#contract/devs.ts'
import { CATEGORIES } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lists/list-params.ts'
import type { ListParams } from '../lists/use-list-params.ts'
import type { DevFilters } from './devs.api.ts'

/** The URL parameters of the directory (DIR-13). */
export const DEV_PARAMS: ListParams<DevFilters> = {
  read(search) {
    // Unencoded, the plus of '5+' arrives as a space.
    const experience = search.get('experience')?.replace(/ $/, '+')
    return {
      category: CATEGORIES.find((category) => category === search.get('category')) ?? '',
      skills: readSkills(search),
      experience: EXPERIENCE_BUCKETS.find((bucket) => bucket === experience) ?? '',
      sort: readSort(search),
      page: readPage(search),
    }
  },
  write: (search, { category, skills, experience, sort, page }) =>
    withParams(search, {
      category,
      skills: skills.join(','),
      experience,
      sort: sortParam(sort),
      page: pageParam(page),
    }),
}
