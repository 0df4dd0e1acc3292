import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { OfferCard } from '../offers/OfferCard.tsx'
import { OfferCardSkeleton } from '../offers/OfferCardSkeleton.tsx'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Es } from '../ui/Es.tsx'
import { EmptyState } from './EmptyState.tsx'
import { newestOffersQuery } from './home.api.ts'
import { HOME_GRID, HOME_SLOTS } from './home-grid.ts'
import { SectionHeading } from './SectionHeading.tsx'

/** A failure shows the text of an empty list here (ERR-47). */
export function LastOffers() {
  const offers = useQuery(newestOffersQuery)
  return (
    <section aria-labelledby="last-offers">
      <SectionHeading id="last-offers" to={paths.offers()}>
        {m.home_last_offers()}
      </SectionHeading>
      {offers.isPending && (
        <div aria-busy="true">
          <p role="status" className="sr-only">
            <Es>{m.offers_loading()}</Es>
          </p>
          <div className={cn(HOME_GRID, 'max-sm:overflow-x-hidden')}>
            {HOME_SLOTS.map((index) => (
              <OfferCardSkeleton key={index} />
            ))}
          </div>
        </div>
      )}
      {offers.isLoadingError && (
        <ErrorState
          compact
          message={<Es>{m.offers_none()}</Es>}
          onRetry={() => void offers.refetch()}
          retrying={offers.isFetching}
        />
      )}
      {offers.data?.items.length === 0 && (
        <EmptyState title={<Es>{m.offers_none()}</Es>} text={m.offers_will_appear()} />
      )}
      {offers.data && offers.data.items.length > 0 && (
        <ul aria-labelledby="last-offers" className={HOME_GRID}>
          {offers.data.items.map((offer) => (
            <li key={offer._id} className="min-w-0">
              <OfferCard
                offer={offer}
                level={3}
                actions={
                  <Link to={paths.offer(offer._id)} className={buttonStyles({ variant: 'outline' })}>
                    {m.offers_view()}
                  </Link>
                }
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
