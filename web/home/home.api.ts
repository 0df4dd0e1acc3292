import { queryOptions } from '@tanstack/react-query'
import { listDevs } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { listOffers } from '#contract/offers.ts'
import { listProjects } from '#contract/projects.ts'
import { listRecruiters } from '#contract/recruiters.ts'
import { apiQuery } from '../lib/api-query.ts'

/** At most; wide screens show one less (decision 38). */
const CARDS = 4

/** The newest offers, with the numbers of all open offers and all hires (decision 25). */
export const newestOffersQuery = queryOptions({
  queryKey: ['offers', 'newest'],
  queryFn: apiQuery(listOffers, { query: { limit: CARDS } }),
  meta: { personal: true },
})

export const newestProjectsQuery = queryOptions({
  queryKey: ['projects', 'newest'],
  queryFn: apiQuery(listProjects, { query: { limit: CARDS, withGallery: true } }),
})

export const outstandingDevelopersQuery = queryOptions({
  queryKey: ['devs', 'outstanding'],
  queryFn: apiQuery(listDevs, { query: { limit: CARDS, outstanding: true } }),
})

export const developerCountQuery = queryOptions({
  queryKey: ['devs', 'count'],
  queryFn: apiQuery(listDevs, { query: { limit: 1 } }),
  select: totalOf,
})

export const companyCountQuery = queryOptions({
  queryKey: ['recruiters', 'count'],
  queryFn: apiQuery(listRecruiters, { query: { limit: 1 } }),
  select: totalOf,
})

function totalOf({ total }: Page<unknown>) {
  return total
}
