import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getSecondFactor } from '#contract/second-factor.ts'
import { listSessions } from '#contract/sessions.ts'
import { apiQuery } from '../lib/api-query.ts'

export const secondFactorQuery = () =>
  queryOptions({
    queryKey: ['security', 'second factor'],
    queryFn: apiQuery(getSecondFactor),
    staleTime: 0,
    meta: { personal: true },
  })

const PER_PAGE = 20

/** Newest first, a page at a time. */
export const sessionsQuery = () =>
  infiniteQueryOptions({
    queryKey: ['security', 'sessions'],
    queryFn: (context) => {
      const read = apiQuery(listSessions, { query: { page: context.pageParam, limit: PER_PAGE } })
      return read(context as Parameters<typeof read>[0])
    },
    initialPageParam: 1,
    getNextPageParam: (last, _, page) => (last.total > page * PER_PAGE ? page + 1 : undefined),
    staleTime: 0,
    meta: { personal: true },
  })
