import { queryOptions } from '@tanstack/react-query'
import { listIdentities } from '#contract/openid.ts'
import { apiQuery } from '../lib/api-query.ts'

export const identitiesQuery = () =>
  queryOptions({
    queryKey: ['security', 'identities'],
    queryFn: apiQuery(listIdentities),
    staleTime: 0,
    meta: { personal: true },
  })
