import { useQuery } from '@tanstack/react-query'
import MapPin from 'lucide-react/icons/map-pin'
import { Link } from 'react-router'
import type { ApplicationState } from '#contract/applications.ts'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { applicationsQuery } from '../applications/own-applications.api.ts'
import { StateTag } from '../applications/StateTag.tsx'
import { StatusTag } from '../applications/StatusTag.tsx'
import { StepsBar } from '../applications/StepsBar.tsx'
import { useLiveApplications } from '../applications/use-live-applications.ts'
import { formatDate } from '../lib/format.ts'
import { NO_OFFER_FILTERS } from '../offers/offer-params.ts'
import { offersQuery } from '../offers/offers.api.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { Card, cardLinkStyles } from '../ui/Card.tsx'
import { ProfileList } from './ProfileList.tsx'

/** CONST-07 */
const PER_PAGE = 4

/** The profile owner's applications, each with its status (PROF-19 to PROF-22). */
export default function MyOffers({ userId, page }: { userId: string; page: number }) {
  const offers = useQuery(
    offersQuery({ kind: 'applied', userId }, { ...NO_OFFER_FILTERS, sort: 'latest', page }, PER_PAGE),
  )
  const applications = useQuery(applicationsQuery({ state: undefined, page: 1 }, 100))
  useLiveApplications()
  return (
    <ProfileList
      list={offers}
      things={m.offers_things()}
      perPage={PER_PAGE}
      failure={offers.error?.message}
      empty={{
        title: m.devs_no_applications(),
        text: m.devs_applications_hint(),
        action: (
          <Link to={paths.offers()} className={buttonStyles({ variant: 'outline' })}>
            {m.devs_find_offer()}
          </Link>
        ),
      }}
      skeletonClass="h-28"
    >
      {(offer) => (
        <AppliedOffer
          offer={offer}
          state={applications.data?.items.find(({ _id }) => _id === offer.applicants[0]?._id)?.state}
        />
      )}
    </ProfileList>
  )
}

function AppliedOffer({ offer, state }: { offer: ListedOffer; state: ApplicationState | undefined }) {
  const [application] = offer.applicants
  return (
    <Card as="article" interactive>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 text-lg">
          <Link to={paths.offer(offer._id)} className={cardLinkStyles}>
            {offer.position}
          </Link>
        </h3>
        <span className="flex gap-1.5">
          {application && <StatusTag status={application.status} />}
          {state && <StateTag state={state} />}
        </span>
      </div>
      <p className="mt-0.5 text-sm">{offer.company}</p>
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
        {offer.location && (
          <span className="flex items-center gap-1.5">
            <MapPin aria-hidden="true" className="size-4 shrink-0" />
            {offer.location}
          </span>
        )}
        {application && (
          <span>{m.applications_applied_on({ date: formatDate(application.appliedDate) })}</span>
        )}
      </p>
      {application && (
        <StepsBar status={application.status} hasEnded={state === 'withdrawn' || state === 'closed'} />
      )}
    </Card>
  )
}
