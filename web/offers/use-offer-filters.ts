import { CONTRACT_TYPES } from '#contract/offers.ts'
import { useUrlFilters } from '../lib/use-url-filters.ts'
import type { OfferFilters } from './offers.api.ts'

/** The filters of an offers list, kept in the URL; other parts of the query string stay as they are. */
export const useOfferFilters = () =>
  useUrlFilters({ read: readOfferFilters, write: writeOfferFilters, isKept: true })

/** What cannot be read counts as not set. */
export function readOfferFilters(search: URLSearchParams): OfferFilters {
  const page = Number(search.get('page') ?? 1)
  return {
    contractType: CONTRACT_TYPES.find((type) => type === search.get('contractType')) ?? '',
    skills: (search.get('skills') ?? '').split(',').flatMap((part) => part.trim() || []),
    sort: search.get('sort') === 'oldest' ? 'oldest' : 'latest',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  }
}

/** Only what differs from the first look of the list stands in the address. */
export function writeOfferFilters(search: URLSearchParams, filters: OfferFilters): URLSearchParams {
  const next = new URLSearchParams(search)
  const values = {
    contractType: filters.contractType,
    skills: filters.skills.join(','),
    sort: filters.sort === 'oldest' ? 'oldest' : '',
    page: filters.page > 1 ? String(filters.page) : '',
  }
  for (const [key, value] of Object.entries(values)) {
    if (value) next.set(key, value)
    else next.delete(key)
  }
  return next
}
