import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { applyToOffer } from '#contract/apply.ts'
import type { BodyInputOf } from '#contract/endpoint.ts'
import type { SORTS } from '#contract/lists.ts'
import type { OfferState } from '#contract/offer-life.ts'
import {
  createOffer,
  deleteOffer,
  getOffer,
  listAppliedOffers,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  listSimilarOffers,
  type OfferChange,
  type OfferInput,
  updateOffer,
} from '#contract/offers.ts'
import {
  countOwnOffers,
  extendOffer,
  getOwnNumbers,
  getStats,
  listDailyApplications,
  listOwnOffers,
  type OfferStateChange,
  repostOffer,
  setOfferState,
} from '#contract/own-offers.ts'
import type { Workplace } from '#contract/pay.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

export const OFFERS_PER_PAGE = 6
export const RECRUITER_OFFERS_PER_PAGE = 4

/** The prefix of every key below, invalidated after a write. */
export const OFFERS_KEY = ['offers']

/** Pay and workplace of an offer (PAY-04). */
export type WorkFilters = {
  workplace?: Exclude<Workplace, ''> | undefined
  country?: string | undefined
  /** A year's amount in `payCurrency`, euros without. */
  payFrom?: number | undefined
  payCurrency?: string | undefined
  minYears?: number | undefined
}

export type OfferFilters = WorkFilters & {
  /** The search query (FLOW-02). */
  q?: string | undefined
  contractType: string
  skills: string[]
  sort: (typeof SORTS)[number]
  page: number
}

/** The listed offers: all, not applied to, applied to, or of one recruiter. */
export type OfferSource =
  | { kind: 'all' }
  | { kind: 'open'; userId: string }
  | { kind: 'applied'; userId: string }
  | { kind: 'recruiter'; userId: string }

export const offersQuery = (source: OfferSource, filters: OfferFilters, limit = OFFERS_PER_PAGE) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'list', source, filters, limit],
    queryFn: queryFrom(source, { ...filters, limit }),
    // Keeps the number of pages while the next one is loading.
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

/** For ended offers only. */
export const similarOffersQuery = (id: string) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'similar', id],
    queryFn: apiQuery(listSimilarOffers, { params: { id } }),
    meta: { personal: true },
  })

export const hasEnded = ({ state }: { state: OfferState }) => state === 'closed' || state === 'expired'

type OwnOffersPage = { limit?: number; since?: string | undefined }

/** Own offers in every state, or in one; `since` is the last visit. */
export const ownOffersQuery = (
  state: OfferState | '',
  filters: OfferFilters,
  { limit = OFFERS_PER_PAGE, since }: OwnOffersPage = {},
) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'mine', state, filters, limit, since],
    queryFn: apiQuery(listOwnOffers, { query: { ...filters, state, limit, since } }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })

/** Order and page do not change the numbers. */
export const ownCountsQuery = ({ sort: _sort, page: _page, ...filters }: OfferFilters) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'mine', 'counts', filters],
    queryFn: apiQuery(countOwnOffers, { query: filters }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })

export const ownNumbersQuery = (since: string | undefined) =>
  queryOptions({
    queryKey: [...OFFERS_KEY, 'mine', 'numbers', since],
    queryFn: apiQuery(getOwnNumbers, { query: { since } }),
    meta: { personal: true },
  })

export const changeOfferState = (
  id: string,
  body: Partial<OfferStateChange> & Pick<OfferStateChange, 'state'>,
) => request(setOfferState, { params: { id }, body })

export const extendBy30Days = (id: string) => request(extendOffer, { params: { id }, body: { days: 30 } })

export const repost = (id: string) => request(repostOffer, { params: { id } })

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
