import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type EXPERIENCE_BUCKETS, getDev, listDevs, updateDevProfile } from '#contract/devs.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Sort } from '#contract/lists.ts'
import type { Category } from '#contract/values.ts'
import { request } from '../lib/api.ts'
import { apiQuery } from '../lib/api-query.ts'

/** CONST-04 */
export const DEVS_PER_PAGE = 12
export const DEVS_PER_PHONE_PAGE = 10

/** The prefix of every key below, invalidated after a write. */
export const DEVS_KEY = ['devs']

export type ExperienceBucket = (typeof EXPERIENCE_BUCKETS)[number]

export type DevFilters = {
  category: Category | ''
  skills: string[]
  experience: ExperienceBucket | ''
  sort: Sort
  page: number
}

export const devsQuery = (filters: DevFilters, limit: number) =>
  queryOptions({
    queryKey: [...DEVS_KEY, 'list', filters, limit],
    queryFn: apiQuery(listDevs, { query: { ...filters, limit } }),
    // Keeps the number of pages while the next one is loading.
    placeholderData: keepPreviousData,
  })

export const devQuery = (id: string) =>
  queryOptions({
    queryKey: [...DEVS_KEY, 'one', id],
    queryFn: apiQuery(getDev, { params: { id } }),
  })

export const changeProfile = (body: BodyOf<typeof updateDevProfile>) => request(updateDevProfile, { body })
