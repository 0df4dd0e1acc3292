import { CONTRACT_TYPES } from '#contract/offers.ts'
import { WORKPLACES } from '#contract/pay.ts'
import { LIMITS } from '#contract/values.ts'
import { pageParam, readPage, readSkills, readSort, sortParam, withParams } from '../lists/list-params.ts'
import type { ListParams } from '../lists/use-list-params.ts'
import type { OfferFilters, WorkFilters } from './offers.api.ts'

/** An offer list without filters. */
export const NO_OFFER_FILTERS = {
  q: undefined,
  contractType: '',
  skills: [],
  workplace: undefined,
  country: undefined,
  payFrom: undefined,
  payCurrency: undefined,
  minYears: undefined,
} satisfies Partial<OfferFilters>

export const hasOfferFilters = ({
  q,
  contractType,
  skills,
  workplace,
  country,
  payFrom,
  minYears,
}: OfferFilters) =>
  contractType !== '' ||
  skills.length > 0 ||
  [q, workplace, country, payFrom, minYears].some((one) => one !== undefined)

/** The currency is in the URL only where it matters. */
const readWork = (search: URLSearchParams): WorkFilters => {
  const payFrom = wholeNumber(search.get('payFrom'))
  return {
    workplace: WORKPLACES.find((one) => one !== '' && one === search.get('workplace')) || undefined,
    country: codeOf(search.get('country'), /^[A-Z]{2}$/),
    payFrom: payFrom === 0 ? undefined : payFrom,
    payCurrency: payFrom ? codeOf(search.get('payCurrency'), /^(?!EUR)[A-Z]{3}$/) : undefined,
    minYears: wholeNumber(search.get('minYears')),
  }
}

const wholeNumber = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : undefined)

function codeOf(text: string | null, form: RegExp) {
  const code = text?.toUpperCase() ?? ''
  return form.test(code) ? code : undefined
}

/** The URL parameters of an offer list (OFF-04 to OFF-07). */
export const OFFER_PARAMS: ListParams<OfferFilters> = {
  filtersAddHistory: true,
  read: (search) => ({
    contractType: CONTRACT_TYPES.find((type) => type === search.get('contractType')) ?? '',
    skills: readSkills(search),
    ...readWork(search),
    sort: readSort(search),
    page: readPage(search),
  }),
  write: (search, { contractType, skills, sort, page, ...work }) =>
    withParams(search, {
      contractType,
      skills: skills.join(','),
      workplace: work.workplace ?? '',
      country: work.country ?? '',
      payFrom: String(work.payFrom ?? ''),
      payCurrency: work.payFrom === undefined ? '' : (work.payCurrency ?? ''),
      minYears: String(work.minYears ?? ''),
      sort: sortParam(sort),
      page: pageParam(page),
    }),
}

/** The same for the list of own offers, which can also be searched. */
export const OWN_OFFER_PARAMS: ListParams<OfferFilters> = {
  ...OFFER_PARAMS,
  read: (search) => ({
    ...OFFER_PARAMS.read(search),
    q: search.get('q')?.trim().slice(0, LIMITS.query) || undefined,
  }),
  write: (search, { q, ...filters }) => withParams(OFFER_PARAMS.write(search, filters), { q: q ?? '' }),
}
