import { queryOptions } from '@tanstack/react-query'
import { listDevs } from '#contract/devs.ts'
import { listOffers } from '#contract/offers.ts'
import { listProjects } from '#contract/projects.ts'
import { listRecruiters } from '#contract/recruiters.ts'
import { call } from '../lib/api.ts'

/** So many cards at most; wide screens show one less (DECISION 54). */
const CARDS = 4

/** The newest offers, with the numbers of all open offers and all hires (DECISION 19). */
export const newestOffersQuery = queryOptions({
  queryKey: ['offers', 'newest'],
  queryFn: ({ signal }) => call(listOffers, { query: { limit: CARDS }, signal }),
  meta: { personal: true },
})

export const newestProjectsQuery = queryOptions({
  queryKey: ['projects', 'newest'],
  queryFn: ({ signal }) => call(listProjects, { query: { limit: CARDS, withGallery: true }, signal }),
})

export const outstandingDevelopersQuery = queryOptions({
  queryKey: ['devs', 'outstanding'],
  queryFn: ({ signal }) => call(listDevs, { query: { limit: CARDS, outstanding: true }, signal }),
})

export const developerCountQuery = queryOptions({
  queryKey: ['devs', 'count'],
  queryFn: ({ signal }) => call(listDevs, { query: { limit: 1 }, signal }),
  select: (page) => page.total,
})

export const companyCountQuery = queryOptions({
  queryKey: ['recruiters', 'count'],
  queryFn: ({ signal }) => call(listRecruiters, { query: { limit: 1 }, signal }),
  select: (page) => page.total,
})
