import { CATEGORIES } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lists/list-params.ts'
import type { ListParams } from '../lists/use-list-params.ts'
import type { ProjectFilters } from './projects.api.ts'

/** The URL parameters of the project list (PROJ-15, decision 29). */
export const PROJECT_PARAMS: ListParams<ProjectFilters> = {
  read: (search) => ({
    category: CATEGORIES.find((category) => category === search.get('category')) ?? '',
    skills: readSkills(search),
    sort: readSort(search),
    page: readPage(search),
  }),
  write: (search, { category, skills, sort, page }) =>
    withParams(search, {
      category,
      skills: skills.join(','),
      sort: sortParam(sort),
      page: pageParam(page),
    }),
}
