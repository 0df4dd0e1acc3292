import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type ApplicationState,
  countApplications,
  getLastApplication,
  getTimeline,
  listApplications,
  type OwnApplication,
  withdrawApplication,
} from '#contract/applications.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

export const APPLICATIONS_PER_PAGE = 10
const MAX_PER_PAGE = 100

/** The first part of every key below. */
export const APPLICATIONS_KEY = ['applications']

export type ApplicationFilters = { state: ApplicationState | undefined; page: number }

export const applicationsQuery = ({ state, page }: ApplicationFilters, limit = APPLICATIONS_PER_PAGE) =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, 'list', state ?? '', page, limit],
    queryFn: apiQuery(listApplications, { query: { page, limit, ...(state && { state }) } }),
    placeholderData: keepPreviousData,
    meta: { personal: true },
  })

/** One own application; null if there is none with this id. */
export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, 'one', id],
    queryFn: async (context): Promise<OwnApplication | null> => {
      for (let page = 1; ; page += 1) {
        const read = apiQuery(listApplications, { query: { page, limit: MAX_PER_PAGE } })
        const { items, total } = await read(context as Parameters<typeof read>[0])
        const found = items.find((one) => one._id === id)
        if (found) return found
        if (page * MAX_PER_PAGE >= total) return null
      }
    },
    meta: { personal: true },
  })

export const applicationNumbersQuery = () =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, 'numbers'],
    queryFn: apiQuery(countApplications),
    meta: { personal: true },
  })

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, 'timeline', id],
    queryFn: apiQuery(getTimeline, { params: { id } }),
    meta: { personal: true },
  })

export const lastApplicationQuery = () =>
  queryOptions({
    queryKey: [...APPLICATIONS_KEY, 'last'],
    queryFn: apiQuery(getLastApplication),
    meta: { personal: true },
  })

export const withdraw = (id: string, reason: string) =>
  request(withdrawApplication, { params: { id }, body: { reason } })
