import { CONTRACT_TYPES } from '#contract/offers.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lists/list-params.ts'
import type { ListParams } from '../lists/use-list-params.ts'
import type { OfferFilters } from './offers.api.ts'

/** No filter of an offer list is set. */
export const NO_OFFER_FILTERS = { contractType: '', skills: [] } satisfies Partial<OfferFilters>

export const hasOfferFilters = ({ contractType, skills }: OfferFilters) =>
  contractType !== '' || skills.length > 0

/** The URL parameters of an offer list (OFF-04 to OFF-07). */
export const OFFER_PARAMS: ListParams<OfferFilters> = {
  filtersAddHistory: true,
  read: (search) => ({
    contractType: CONTRACT_TYPES.find((type) => type === search.get('contractType')) ?? '',
    skills: readSkills(search),
    sort: readSort(search),
    page: readPage(search),
  }),
  write: (search, { contractType, skills, sort, page }) =>
    withParams(search, {
      contractType,
      skills: skills.join(','),
      sort: sortParam(sort),
      page: pageParam(page),
    }),
}
