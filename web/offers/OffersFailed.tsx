import type { UseQueryResult } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Es } from '../ui/Es.tsx'

/** In place of a list of offers that could not be loaded. */
export function OffersFailed({ offers }: { offers: UseQueryResult }) {
  return (
    <ErrorState
      message={<Es>{m.offers_load_failed({ message: offers.error?.message ?? '' })}</Es>}
      onRetry={() => void offers.refetch()}
      retrying={offers.isFetching}
    />
  )
}
