import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import { searchDevs } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { type ListedOffer, searchOffers } from '#contract/offers.ts'
import { listOwnOffers } from '#contract/own-offers.ts'
import { searchProjects } from '#contract/projects.ts'
import { listOwnApplicants, type OwnApplicant } from '#contract/recruiters.ts'
import type { ApiError } from '../lib/api-failure.ts'
import { apiQuery } from '../lib/api-query.ts'
import type { Auth } from '../lib/auth.ts'
import type { Found } from './search.api.ts'

/** The results of one kind; own ones for recruiters. */
export type FoundGroup =
  | Found
  | { kind: 'own-offers'; page: Page<ListedOffer> }
  | { kind: 'applicants'; page: Page<OwnApplicant> }

const KINDS = ['offers', 'projects', 'developers'] as const
const RECRUITER_KINDS = ['own-offers', 'applicants', ...KINDS] as const

export const RESULTS_PER_GROUP = 4
/** There is no page with the rest. */
export const APPLICANTS_PER_GROUP = 6

/** The first results of every kind that this reader may search; `failure` is that of a failed kind. */
export const everywhereQuery = (q: string, { id, role }: Auth) =>
  queryOptions({
    queryKey: ['search', 'everywhere', q, id],
    queryFn: async (context) => {
      const kinds = role === 'recruiter' ? RECRUITER_KINDS : KINDS
      const results = await Promise.allSettled(kinds.map((kind) => find(kind, q, context)))
      const groups = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      const failed = results.find((result) => result.status === 'rejected')
      if (failed && groups.length === 0) throw failed.reason
      return { q, groups, failure: failed?.reason as ApiError | undefined } // calls throw nothing else
    },
    enabled: q !== '',
    // Keeps the former results while the next ones are loading.
    placeholderData: keepPreviousData,
  })

async function find(
  kind: (typeof RECRUITER_KINDS)[number],
  q: string,
  context: QueryFunctionContext,
): Promise<FoundGroup> {
  const query = { q, limit: RESULTS_PER_GROUP }
  switch (kind) {
    case 'own-offers':
      return { kind, page: await apiQuery(listOwnOffers, { query })(context) }
    case 'applicants': {
      const first = { q, limit: APPLICANTS_PER_GROUP }
      return { kind, page: await apiQuery(listOwnApplicants, { query: first })(context) }
    }
    case 'offers':
      return { kind, page: await apiQuery(searchOffers, { query })(context) }
    case 'projects':
      return { kind, page: await apiQuery(searchProjects, { query })(context) }
    case 'developers':
      return { kind, page: await apiQuery(searchDevs, { query })(context) }
  }
}
