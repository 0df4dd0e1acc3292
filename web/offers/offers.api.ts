import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { applyToOffer } from '#contract/apply.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { SORTS } from '#contract/lists.ts'
import {
  createOffer,
  deleteOffer,
  getOffer,
  getStats,
  listAppliedOffers,
  listDailyApplications,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  type OfferChange,
  type OfferInput,
  updateOffer,
} from '#contract/offers.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

export const OFFERS_PER_PAGE = 6
export const RECRUITER_OFFERS_PER_PAGE = 4

/** The first part of every key below: what is invalidated after a write. */
export const OFFERS_KEY = ['offers']

export type OfferFilters = {
  contractType: string
  skills: string[]
  sort: (typeof SORTS)[number]
  page: number
}

/** Which offers are listed: all, those still to apply to, those applied to, or those of one recruiter. */
export type OfferSource =
  | { kind: 'all' }
  | { kind: 'open'; userId: string }
  | { kind: 'applied'; userId: string }
  | { kind: 'recruiter'; userId: string }

export const offersQuery = (source: OfferSource, filters: OfferFilters, limit = OFFERS_PER_PAGE) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'list', source, filters, limit],
    queryFn: queryFrom(source, { ...filters, limit }),
    // The number of pages stays known while the next one is on its way.
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })

function queryFrom(source: OfferSource, query: OfferFilters & { limit: number }) {
  switch (source.kind) {
    case 'all':
      return apiQuery(listOffers, { query })
    case 'open':
      return apiQuery(listOffersToApply, { query })
    case 'applied':
      return apiQuery(listAppliedOffers, { params: { id: source.userId }, query })
    case 'recruiter':
      return apiQuery(listOffersOfRecruiter, { params: { id: source.userId }, query })
  }
}

export const offerQuery = (id: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'one', id],
    queryFn: apiQuery(getOffer, { params: { id } }),
    meta: { personal: true },
  })

export const statsQuery = (recruiterId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'stats', recruiterId],
    queryFn: apiQuery(getStats, { params: { id: recruiterId } }),
    meta: { personal: true },
  })

export const dailyApplicationsQuery = (recruiterId: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'days', recruiterId],
    queryFn: apiQuery(listDailyApplications, { params: { id: recruiterId } }),
    meta: { personal: true },
  })

export const postOffer = (body: OfferInput) => request(createOffer, { body })

export const changeOffer = (id: string, body: OfferChange) => request(updateOffer, { params: { id }, body })

export const removeOffer = (id: string) => request(deleteOffer, { params: { id } })

export const sendApplication = (id: string, body: BodyInputOf<typeof applyToOffer>) =>
  request(applyToOffer, { params: { id }, body })
