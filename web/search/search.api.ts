import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { type DevCard, searchDevs } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { type ListedOffer, searchOffers } from '#contract/offers.ts'
import { type ListedProject, searchProjects } from '#contract/projects.ts'
import { apiQuery } from '../lib/api-query.ts'
import { type Search, startOf } from './search-params.ts'

export type Found =
  | { kind: 'projects'; page: Page<ListedProject> }
  | { kind: 'developers'; page: Page<DevCard> }
  | { kind: 'offers'; page: Page<ListedOffer> }

/** The first 100 matches and the total (decision 39). */
export const searchQuery = (search: Search) =>
  queryOptions({
    queryKey: ['search', search],
    queryFn: (context) => find(search, context),
    enabled: search.q !== '',
    // Keeps the former list while a changed filter is loading, but not for another kind or query.
    placeholderData: (previous, query) => {
      const before = query?.queryKey[1] as Search | undefined
      return before?.kind === search.kind && before.q === search.q ? keepPreviousData(previous) : undefined
    },
  })

async function find(search: Search, context: QueryFunctionContext): Promise<Found> {
  const { q, kind, sort, span, contract } = search
  const from = span && startOf(span, new Date())
  switch (kind) {
    case 'projects':
      return { kind, page: await apiQuery(searchProjects, { query: { q, sort, from } })(context) }
    case 'developers':
      return { kind, page: await apiQuery(searchDevs, { query: { q, sort } })(context) }
    case 'offers': {
      const query = { q, sort, from, contractType: contract }
      return { kind, page: await apiQuery(searchOffers, { query })(context) }
    }
  }
}
