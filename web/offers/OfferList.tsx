import type { UseQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import type { Page } from '#contract/endpoint.ts'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { PagedList } from '../lists/PagedList.tsx'
import { cn } from '../ui/cn.ts'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ManagedOfferCard } from './ManagedOfferCard.tsx'
import { OfferCardSkeleton } from './OfferCardSkeleton.tsx'
import type { useOfferDialogs } from './OfferDialogs.tsx'
import { OffersFailed } from './OffersFailed.tsx'

type OfferListProps = Pick<ComponentProps<typeof PagedList<ListedOffer>>, 'params' | 'perPage'> & {
  offers: UseQueryResult<Page<ListedOffer>>
  /** The dialogs of the page, since a dialog outlives the card that opened it. */
  dialogs: ReturnType<typeof useOfferDialogs>
  empty: ReactNode
  /** Rows are lower and without descriptions. */
  layout?: 'grid' | 'rows' | undefined
  highlightedSkills?: readonly string[] | undefined
  showStatus?: boolean | undefined
  /** Heading level of the cards. */
  level?: 2 | 3 | undefined
}

/** A page of offers, with the actions of this viewer on each card. */
export function OfferList({
  offers,
  params,
  perPage,
  dialogs,
  empty,
  layout = 'grid',
  highlightedSkills,
  showStatus,
  level,
}: OfferListProps) {
  return (
    <PagedList
      query={offers}
      params={params}
      perPage={perPage}
      things={m.offers_things()}
      skeleton={layout === 'rows' ? <Skeleton className="h-28 rounded-card" /> : <OfferCardSkeleton />}
      className={cn(
        'grid grid-cols-1',
        layout === 'rows' ? 'gap-3' : 'gap-4 md:gap-6',
        layout === 'grid' && 'sm:grid-cols-2 lg:grid-cols-3',
      )}
      failure={<OffersFailed offers={offers} />}
      empty={empty}
    >
      {(offer) => (
        <ManagedOfferCard
          offer={offer}
          dialogs={dialogs}
          highlightedSkills={highlightedSkills}
          showStatus={showStatus}
          row={layout === 'rows'}
          level={level}
        />
      )}
    </PagedList>
  )
}
