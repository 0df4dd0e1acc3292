import { type QueryClient, useQuery } from '@tanstack/react-query'
import LayoutDashboard from 'lucide-react/icons/layout-dashboard'
import { Link, useSearchParams } from 'react-router'
import type { RecruiterPublic } from '#contract/recruiters.ts'
import { m } from '#contract/texts.ts'
import { BlockSlot } from '../blocks/BlockSlot.tsx'
import { FailedPage } from '../layout/FailedPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { formatDate, fullName } from '../lib/format.ts'
import { useLinkedForm } from '../lib/use-linked-form.ts'
import { readPage } from '../lists/list-params.ts'
import { PAGE_ONLY, useListParams } from '../lists/use-list-params.ts'
import { OfferCardSkeleton } from '../offers/OfferCardSkeleton.tsx'
import { OfferDialogs, useOfferDialogs } from '../offers/OfferDialogs.tsx'
import { OfferList } from '../offers/OfferList.tsx'
import { OwnOfferTabs, readOfferState } from '../offers/OwnOfferTabs.tsx'
import { NO_OFFER_FILTERS } from '../offers/offer-params.ts'
import {
  type OfferFilters,
  offersQuery,
  ownCountsQuery,
  ownOffersQuery,
  RECRUITER_OFFERS_PER_PAGE,
  statsQuery,
} from '../offers/offers.api.ts'
import { StatsNumbers } from '../offers/StatsNumbers.tsx'
import { FirstStepsSlot } from '../onboarding/FirstStepsSlot.tsx'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Es } from '../ui/Es.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { isPublicView, PublicViewNote } from '../users/PublicView.tsx'
import { RecruiterCard } from './RecruiterCard.tsx'
import { recruiterQuery } from './recruiters.api.ts'

/** The page of a recruiter, public and for the owner (REC-01 to REC-09). */
export function RecruiterScreen({ recruiterId }: { recruiterId: string }) {
  const { id } = useAuth()
  const recruiter = useQuery(recruiterQuery(recruiterId))

  if (recruiter.isPending) return <RecruiterSkeleton isOwner={id === recruiterId} />
  if (!recruiter.data || isMissing(recruiter.error)) {
    return (
      <FailedPage
        thing="recruiter"
        query={recruiter}
        way={{ label: m.recruiters_all_offers(), to: paths.offers() }}
      />
    )
  }
  return <RecruiterDetail recruiter={recruiter.data} />
}

/** All requests of the page start together. */
export function loadRecruiter(queryClient: QueryClient, recruiterId: string, search: URLSearchParams) {
  const filters = onPage(readPage(search))
  const isOwner = auth.get().id === recruiterId
  return Promise.all([
    queryClient.prefetchQuery(recruiterQuery(recruiterId)),
    isOwner
      ? queryClient.prefetchQuery(ownOffers(search, filters))
      : queryClient.prefetchQuery(offersOf(recruiterId, filters)),
    isOwner && queryClient.prefetchQuery(ownCountsQuery(filters)),
    isOwner && queryClient.prefetchQuery(statsQuery(recruiterId)),
  ])
}

const onPage = (page: number): OfferFilters => ({ ...NO_OFFER_FILTERS, sort: 'latest', page })

/** The public view. */
const offersOf = (recruiterId: string, filters: OfferFilters) =>
  offersQuery({ kind: 'recruiter', userId: recruiterId }, filters, RECRUITER_OFFERS_PER_PAGE)

/** The owner's view: every state, or the chosen one (LIFE-11). */
const ownOffers = (search: URLSearchParams, filters: OfferFilters) =>
  ownOffersQuery(readOfferState(search), filters, { limit: RECRUITER_OFFERS_PER_PAGE })

function RecruiterSkeleton({ isOwner }: { isOwner: boolean }) {
  return (
    <Page title={m.recruiters_recruiter()} heading={null}>
      <div aria-busy="true" className="show-delayed space-y-10 md:space-y-14">
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
          <div className="grid gap-4 sm:grid-cols-2 md:gap-6 lg:grid-cols-3">
            <OfferCardSkeleton />
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
  const [search] = useSearchParams()
  const isOwn = id === recruiter._id
  const isOwner = isOwn && !isPublicView(search)
  return (
    <Page title={fullName(recruiter)} heading={null} description={recruiter.description}>
      {isOwner && <FirstStepsSlot className="mb-6" />}
      {isOwn && !isOwner && <PublicViewNote />}
      <div className="space-y-10 md:space-y-14">
        <RecruiterCard recruiter={recruiter} isOwner={isOwner} />
        {isOwner && (
          <Card as="section" padding="lg" aria-labelledby="stats-heading">
            <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
              <h2 id="stats-heading" className="text-xl">
                {m.recruiters_data_since()} {formatDate(recruiter.createdAt)}
              </h2>
              <Link to={paths.offersDashboard()} className={buttonStyles({ variant: 'outline' })}>
                <LayoutDashboard aria-hidden="true" />
                {m.recruiters_dashboard()}
              </Link>
            </div>
            <StatsNumbers recruiterId={recruiter._id} />
          </Card>
        )}
        <MyOffers recruiterId={recruiter._id} isOwner={isOwner} />
        {id !== undefined && !isOwn && (
          <div className="mx-auto w-fit">
            <BlockSlot person={recruiter} />
          </div>
        )}
      </div>
    </Page>
  )
}

function MyOffers({ recruiterId, isOwner }: { recruiterId: string; isOwner: boolean }) {
  const dialogs = useOfferDialogs()
  useLinkedForm<{ kind: 'create' }>(isOwner, dialogs.show)
  const params = useListParams(PAGE_ONLY)
  const [search] = useSearchParams()
  const filters = onPage(params.filters.page)
  const offers = useQuery({ ...offersOf(recruiterId, filters), enabled: !isOwner })
  const own = useQuery({ ...ownOffers(search, filters), enabled: isOwner })

  return (
    <section aria-labelledby="offers-heading">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="offers-heading" className="text-2xl">
          {m.recruiters_my_offers()}
        </h2>
        {isOwner && (
          <Button onClick={() => dialogs.show({ kind: 'create' })}>{m.recruiters_create_offer()}</Button>
        )}
      </div>
      {isOwner && <OwnOfferTabs filters={filters} />}
      <OfferList
        offers={isOwner ? own : offers}
        params={params}
        perPage={RECRUITER_OFFERS_PER_PAGE}
        dialogs={dialogs}
        level={3}
        empty={
          !isOwner ? (
            <EmptyState title={<Es>{m.offers_none()}</Es>} level={3} />
          ) : readOfferState(search) ? (
            <EmptyState title={m.offers_none_in_state()} level={3} />
          ) : (
            <EmptyState title={m.offers_none_yet()} level={3} />
          )
        }
      />
      <OfferDialogs dialogs={dialogs} />
    </section>
  )
}
