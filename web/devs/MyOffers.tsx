import { useQuery } from '@tanstack/react-query'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router'
import type { ListedOffer } from '#contract/offers.ts'
import { StatusTag } from '../applications/StatusTag.tsx'
import { useNow } from '../lib/clock.ts'
import { postedAgo } from '../lib/format.ts'
import { NO_OFFER_FILTERS } from '../offers/offer-params.ts'
import { offersQuery } from '../offers/offers.api.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ProfileList } from './ProfileList.tsx'

/** CONST-07 */
const PER_PAGE = 4

/** The offers that the owner of the profile has applied to, each with its status (PROF-19 to PROF-22). */
export function MyOffers({ userId, page }: { userId: string; page: number }) {
  const offers = useQuery(
    offersQuery({ kind: 'applied', userId }, { ...NO_OFFER_FILTERS, sort: 'latest', page }, PER_PAGE),
  )
  return (
    <ProfileList
      list={offers}
      things="offers"
      perPage={PER_PAGE}
      failure={offers.error?.message}
      empty={{
        title: 'There are no offers to show',
        text: 'Offers you apply to appear here with their status.',
        action: (
          <Link to={paths.offers()} className={buttonStyles({ variant: 'outline' })}>
            Find an offer
          </Link>
        ),
      }}
      skeletonClass="h-28"
    >
      {(offer) => <AppliedOffer offer={offer} />}
    </ProfileList>
  )
}

function AppliedOffer({ offer }: { offer: ListedOffer }) {
  const now = useNow()
  const [application] = offer.applicants
  return (
    <Card as="article" interactive>
      <div className="flex items-start justify-between gap-4">
        <h3 className="min-w-0 text-lg">
          <Link
            to={paths.offer(offer._id)}
            className="text-text no-underline after:absolute after:inset-0 after:rounded-card hover:text-primary"
          >
            {offer.position}
          </Link>
        </h3>
        {application && <StatusTag status={application.status} />}
      </div>
      <p className="mt-0.5 text-sm">{offer.company}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {offer.location && (
          <span className="flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {offer.location}
          </span>
        )}
        <span>{postedAgo(offer.createdAt, now)}</span>
      </p>
    </Card>
  )
}
