import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { listFailedJobs } from '#contract/failed-jobs.ts'
import { lookUpOffers, lookUpPeople } from '#contract/look-ups.ts'
import {
  getReport,
  listLog,
  listReports,
  listSupportTickets,
  type ReportState,
  type SupportTicketState,
} from '#contract/moderation.ts'
import { getNumbers } from '#contract/numbers.ts'
import { call } from '../lib/api.ts'

/** The prefix of every key below. */
export const MODERATION_KEY = ['moderation']

const PER_PAGE = 40

const PAGING = {
  initialPageParam: 1,
  getNextPageParam: (last: { total: number }, _: unknown, page: number) =>
    last.total > page * PER_PAGE ? page + 1 : undefined,
}

export const reportsQuery = (state: ReportState) =>
  infiniteQueryOptions({
    queryKey: [...MODERATION_KEY, 'reports', state],
    queryFn: ({ pageParam, signal }) =>
      call(listReports, { query: { state, page: pageParam, limit: PER_PAGE }, signal }),
    ...PAGING,
    meta: { personal: true },
  })

export const reportQuery = (id: string) =>
  queryOptions({
    queryKey: [...MODERATION_KEY, 'report', id],
    queryFn: ({ signal }) => call(getReport, { params: { id }, signal }),
    meta: { personal: true },
    // Each read is a log entry.
    refetchOnWindowFocus: false,
  })

export const logQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...MODERATION_KEY, 'log', q],
    queryFn: ({ pageParam, signal }) =>
      call(listLog, { query: { q, page: pageParam, limit: PER_PAGE }, signal }),
    ...PAGING,
    meta: { personal: true },
  })

export const supportTicketsQuery = (state: SupportTicketState) =>
  infiniteQueryOptions({
    queryKey: [...MODERATION_KEY, 'tickets', state],
    queryFn: ({ pageParam, signal }) =>
      call(listSupportTickets, { query: { state, page: pageParam, limit: PER_PAGE }, signal }),
    ...PAGING,
    meta: { personal: true },
    // Each read is a log entry.
    refetchOnWindowFocus: false,
  })

export const numbersQuery = (days: number) =>
  queryOptions({
    queryKey: [...MODERATION_KEY, 'numbers', days],
    queryFn: async ({ signal }) => (await call(getNumbers, { query: { days }, signal })).days,
    meta: { personal: true },
  })

export const failedJobsQuery = () =>
  queryOptions({
    queryKey: [...MODERATION_KEY, 'jobs'],
    queryFn: async ({ signal }) => (await call(listFailedJobs, { signal })).jobs,
    meta: { personal: true },
  })

export const foundPeopleQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...MODERATION_KEY, 'people', q],
    queryFn: ({ pageParam, signal }) =>
      call(lookUpPeople, { query: { q, page: pageParam, limit: PER_PAGE }, signal }),
    ...PAGING,
    meta: { personal: true },
    // Each read is a log entry.
    refetchOnWindowFocus: false,
  })

export const foundOffersQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [...MODERATION_KEY, 'offers', q],
    queryFn: ({ pageParam, signal }) =>
      call(lookUpOffers, { query: { q, page: pageParam, limit: PER_PAGE }, signal }),
    ...PAGING,
    meta: { personal: true },
    // Each read is a log entry.
    refetchOnWindowFocus: false,
  })
