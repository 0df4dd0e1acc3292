import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getVerification, type Verification } from '#contract/verification.ts'
import { apiQuery } from '../lib/api-query.ts'

export const verificationQuery = () =>
  queryOptions({
    queryKey: ['verification'],
    queryFn: apiQuery(getVerification),
    staleTime: 0,
    meta: { personal: true },
  })

/** Updates the state here, and the mark on the own page and offers. */
export function showVerification(queryClient: QueryClient, verification: Verification): void {
  queryClient.setQueryData(verificationQuery().queryKey, verification)
  if (verification.state !== 'verified') return
  void queryClient.invalidateQueries({ queryKey: ['recruiters'] })
  void queryClient.invalidateQueries({ queryKey: ['offers'] })
}
