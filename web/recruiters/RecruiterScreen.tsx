import { type QueryClient, useQuery } from '@tanstack/react-query'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import { Link } from 'react-router'
import type { RecruiterPublic } from '#contract/recruiters.ts'
import { texts } from '#contract/texts.ts'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { formatDate, fullName } from '../lib/format.ts'
import { readPage } from '../lists/list-params.ts'
import { PAGE_ONLY, useListParams } from '../lists/use-list-params.ts'
import { OfferCardSkeleton } from '../offers/OfferCardSkeleton.tsx'
import { OfferDialogs, useOfferDialogs } from '../offers/OfferDialogs.tsx'
import { OfferList } from '../offers/OfferList.tsx'
import { NO_OFFER_FILTERS } from '../offers/offer-params.ts'
import { offersQuery, RECRUITER_OFFERS_PER_PAGE, statsQuery } from '../offers/offers.api.ts'
import { StatsNumbers } from '../offers/StatsNumbers.tsx'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Es } from '../ui/Es.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { RecruiterCard } from './RecruiterCard.tsx'
import { recruiterQuery } from './recruiters.api.ts'

/** The page of a recruiter, for everybody and for the owner (REC-01 to REC-09). */
export function RecruiterScreen({ recruiterId }: { recruiterId: string }) {
  const { id } = useAuth()
  const recruiter = useQuery(recruiterQuery(recruiterId))

  if (recruiter.isPending) return <RecruiterSkeleton isOwner={id === recruiterId} />
  if (!recruiter.data || isMissing(recruiter.error)) {
    return (
      <FailedPage thing="recruiter" query={recruiter} way={{ label: 'All offers', to: paths.offers() }} />
    )
  }
  return <RecruiterDetail recruiter={recruiter.data} />
}

/** All requests of the page start together. */
export function loadRecruiter(queryClient: QueryClient, recruiterId: string, search: URLSearchParams) {
  return Promise.all([
    queryClient.prefetchQuery(recruiterQuery(recruiterId)),
    queryClient.prefetchQuery(offersOf(recruiterId, readPage(search))),
    auth.get().id === recruiterId && queryClient.prefetchQuery(statsQuery(recruiterId)),
  ])
}

const offersOf = (recruiterId: string, page: number) =>
  offersQuery(
    { kind: 'recruiter', userId: recruiterId },
    { ...NO_OFFER_FILTERS, sort: 'latest', page },
    RECRUITER_OFFERS_PER_PAGE,
  )

function RecruiterSkeleton({ isOwner }: { isOwner: boolean }) {
  return (
    <Page title="Recruiter" heading={null}>
      <div aria-busy="true" className="late space-y-10 md:space-y-14">
        <Card padding="lg" className="md:p-8">
          <div className="flex flex-col gap-6 md:flex-row md:gap-8">
            <Skeleton className="size-32 shrink-0 rounded-full" />
            <div className="flex-1 space-y-3">
              <Skeleton className="h-7 w-2/3 md:h-10 md:w-1/3" />
              <Skeleton className="h-5 w-1/2 md:w-1/4" />
              <Skeleton className="h-32 w-4/5 md:w-1/2 lg:h-14" />
            </div>
          </div>
          <div className="mt-6 space-y-3 border-line border-t pt-6">
            <Skeleton className="h-5 w-48" />
            <Skeleton className="max-w-prose" />
            <Skeleton className="max-w-prose" />
          </div>
        </Card>
        {isOwner && <Skeleton className="h-96 rounded-card sm:h-44" />}
        <div className="space-y-5">
          <Skeleton className="h-9 w-40" />
          <div className="grid gap-5 md:grid-cols-2">
            <OfferCardSkeleton />
            <OfferCardSkeleton />
          </div>
        </div>
      </div>
    </Page>
  )
}

function RecruiterDetail({ recruiter }: { recruiter: RecruiterPublic }) {
  const { id } = useAuth()
  const isOwner = id === recruiter._id
  return (
    <Page title={fullName(recruiter)} heading={null} description={recruiter.description}>
      <div className="space-y-10 md:space-y-14">
        <RecruiterCard recruiter={recruiter} isOwner={isOwner} />
        {isOwner && (
          <Card as="section" padding="lg" aria-labelledby="stats-heading">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
              <h2 id="stats-heading" className="text-xl">
                Total data since {formatDate(recruiter.createdAt)}
              </h2>
              <Link to={paths.offersDashboard()} className={buttonStyles({ variant: 'outline' })}>
                <LayoutDashboard aria-hidden="true" />
                Offers Dashboard
              </Link>
            </div>
            <StatsNumbers recruiterId={recruiter._id} />
          </Card>
        )}
        <MyOffers recruiterId={recruiter._id} isOwner={isOwner} />
      </div>
    </Page>
  )
}

function MyOffers({ recruiterId, isOwner }: { recruiterId: string; isOwner: boolean }) {
  const dialogs = useOfferDialogs()
  const params = useListParams(PAGE_ONLY)
  const offers = useQuery(offersOf(recruiterId, params.filters.page))

  return (
    <section aria-labelledby="offers-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="offers-heading" className="text-2xl">
          My Offers
        </h2>
        {isOwner && <Button onClick={() => dialogs.show({ kind: 'create' })}>+ Create new offer</Button>}
      </div>
      <OfferList
        offers={offers}
        params={params}
        perPage={RECRUITER_OFFERS_PER_PAGE}
        dialogs={dialogs}
        level={3}
        empty={
          isOwner ? (
            <EmptyState title={texts.offers.noneYet} level={3} />
          ) : (
            <EmptyState title={<Es>{texts.offers.none}</Es>} level={3} />
          )
        }
      />
      <OfferDialogs dialogs={dialogs} />
    </section>
  )
}
