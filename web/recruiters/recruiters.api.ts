import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { getRecruiter, type RecruiterProfileInput, updateRecruiterProfile } from '#contract/recruiters.ts'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { apiQuery } from '../lib/api-query.ts'
import { auth } from '../lib/auth.ts'

export const recruiterQuery = (id: string) =>
  queryOptions({
    queryKey: ['recruiters', 'one', id],
    queryFn: apiQuery(getRecruiter, { params: { id } }),
  })

/** Changes the own page, and invalidates header, page and own offers. */
export async function saveRecruiterProfile(queryClient: QueryClient, body: RecruiterProfileInput) {
  const result = await request(updateRecruiterProfile, { body })
  if (isFailure(result)) return result
  auth.setProfile(result.recruiter)
  await queryClient.invalidateQueries({ queryKey: ['recruiters'] })
  void queryClient.invalidateQueries({ queryKey: ['offers'] })
  return result
}
