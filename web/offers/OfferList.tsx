import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Page } from '#contract/endpoint.ts'
import type { Offer } from '#contract/offers.ts'
import { texts } from '#contract/texts.ts'
import { useDelayedFlag } from '../lib/use-delayed-flag.ts'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Es } from '../ui/Es.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ManagedOfferCard } from './ManagedOfferCard.tsx'
import { OfferCardSkeleton } from './OfferCardSkeleton.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { readOfferFilters, writeOfferFilters } from './use-offer-filters.ts'

type OfferListProps = {
  offers: UseQueryResult<Page<Offer>>
  page: number
  perPage: number
  onPageChange: (page: number) => void
  /** What stands there when there is nothing. */
  empty: ReactNode
  /** Another page of the list leaves the window where it is. */
  keepsPlace?: boolean | undefined
  layout?: 'grid' | 'list' | undefined
  wantedSkills?: readonly string[] | undefined
  showStatus?: boolean | undefined
  /** Heading level of the cards. */
  level?: 2 | 3 | undefined
}

/** One page, as the address says, of offers with all that this person may do: loading, failing, empty, full. */
export function OfferList(props: OfferListProps) {
  const { offers, page, perPage, onPageChange, keepsPlace = false } = props
  const [search] = useSearchParams()
  const queryOf = (target: number) =>
    writeOfferFilters(search, { ...readOfferFilters(search), page: target }).toString()
  const { data, isLoadingError } = offers
  const pageCount = isLoadingError ? 0 : Math.ceil((data?.total ?? 0) / perPage)

  // A page that is no longer there, after a deletion or in an old link: the last one is meant.
  const isBeyond = !offers.isPlaceholderData && pageCount > 0 && page > pageCount
  useEffect(() => {
    if (isBeyond) onPageChange(pageCount)
  }, [isBeyond, onPageChange, pageCount])

  return (
    <>
      <Content {...props} />
      <Pagination
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        renderLink={(target) => <Link to={{ search: queryOf(target) }} preventScrollReset={keepsPlace} />}
        label="Pages of offers"
        className="mt-8"
      />
    </>
  )
}

function Content({
  offers,
  perPage,
  empty,
  layout = 'grid',
  wantedSkills,
  showStatus,
  level,
}: OfferListProps) {
  const dialogs = useOfferDialogs()
  const isChanging = useDelayedFlag(offers.isPlaceholderData)
  const grid = cn(
    'grid grid-cols-1 gap-4 md:gap-6',
    layout === 'grid' && 'sm:grid-cols-2',
    // Three in a row leave no hole in a full page.
    layout === 'grid' && perPage % 3 === 0 && 'lg:grid-cols-3',
  )

  if (offers.isPending || isChanging) {
    return (
      <div aria-busy="true" className={cn(grid, isChanging && '[--late:0s]')}>
        <VisuallyHidden>Loading offers</VisuallyHidden>
        {Array.from({ length: perPage }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: place holders are all alike
          <OfferCardSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (offers.isLoadingError) {
    return (
      <ErrorState
        message={<Es>{texts.offers.loadFailed(offers.error.message)}</Es>}
        onRetry={() => void offers.refetch()}
        retrying={offers.isFetching}
      />
    )
  }
  return (
    <>
      {offers.data.items.length === 0 ? (
        empty
      ) : (
        <ul className={grid}>
          {offers.data.items.map((offer) => (
            <li key={offer._id} className="min-w-0">
              <ManagedOfferCard
                offer={offer}
                dialogs={dialogs}
                wantedSkills={wantedSkills}
                showStatus={showStatus}
                wide={layout === 'list'}
                level={level}
              />
            </li>
          ))}
        </ul>
      )}
      {/* Outside the list, so that a dialog outlives the card that opened it. */}
      <OfferDialogs dialogs={dialogs} />
    </>
  )
}
