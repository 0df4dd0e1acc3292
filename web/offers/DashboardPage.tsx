import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { NothingFound } from '../lists/NothingFound.tsx'
import { PagedList } from '../lists/PagedList.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Es } from '../ui/Es.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { lastVisit, recordVisit } from './last-visit.ts'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferFilterBar } from './OfferFilterBar.tsx'
import { OfferLayoutToggle, useOfferLayout } from './OfferLayout.tsx'
import { OfferList } from './OfferList.tsx'
import { OffersFailed } from './OffersFailed.tsx'
import { OwnOfferTable } from './OwnOfferTable.tsx'
import { OwnOfferTabs, readOfferState } from './OwnOfferTabs.tsx'
import { OwnStats } from './OwnStats.tsx'
import { hasOfferFilters, NO_OFFER_FILTERS, OWN_OFFER_PARAMS } from './offer-params.ts'
import {
  dailyApplicationsQuery,
  OFFERS_PER_PAGE,
  ownCountsQuery,
  ownNumbersQuery,
  ownOffersQuery,
  statsQuery,
} from './offers.api.ts'
import { useLiveOwnOffers } from './use-live-own-offers.ts'

export default function DashboardPage() {
  const { id } = useAuth()
  return id === undefined ? <PageSpinner /> : <Dashboard key={id} recruiterId={id} />
}

/** All requests of the page start together. */
export function load({ queryClient, url }: LoadContext) {
  const { id, role } = auth.get()
  if (id === undefined || role !== 'recruiter') return
  const filters = OWN_OFFER_PARAMS.read(url.searchParams)
  const since = lastVisit(id, Date.now())
  return Promise.all([
    queryClient.prefetchQuery(ownOffersQuery(readOfferState(url.searchParams), filters, { since })),
    queryClient.prefetchQuery(ownNumbersQuery(since)),
    queryClient.prefetchQuery(ownCountsQuery(filters)),
    queryClient.prefetchQuery(statsQuery(id)),
    queryClient.prefetchQuery(dailyApplicationsQuery(id)),
  ])
}

/** The recruiter's own offers with their statistics (DASH-01 to DASH-10). */
function Dashboard({ recruiterId }: { recruiterId: string }) {
  const params = useListParams(OWN_OFFER_PARAMS)
  useLiveOwnOffers()
  const { filters, change } = params
  const [search] = useSearchParams()
  const state = readOfferState(search)
  const [since] = useState(() => lastVisit(recruiterId, Date.now()))
  useEffect(() => recordVisit(recruiterId, Date.now()), [recruiterId])
  const offers = useQuery(ownOffersQuery(state, filters, { since }))
  const dialogs = useOfferDialogs()
  const [layout] = useOfferLayout('list')
  const isFiltered = hasOfferFilters(filters)
  const create = (
    <Button onClick={() => dialogs.show({ kind: 'create' })}>{m.recruiters_create_offer()}</Button>
  )

  const empty = isFiltered ? (
    <NothingFound
      title={<Es>{m.offers_none()}</Es>}
      text={m.offers_none_match_own()}
      onReset={() => change(NO_OFFER_FILTERS)}
    />
  ) : state ? (
    <EmptyState title={m.offers_none_in_state()} />
  ) : (
    <EmptyState title={<Es>{m.offers_none()}</Es>} text={m.offers_post_first()} action={create} />
  )

  return (
    <Page
      title={m.applications_my_offers()}
      actions={
        <>
          <Link to={paths.recruiter(recruiterId)} className={buttonStyles({ variant: 'outline' })}>
            <ArrowLeft aria-hidden="true" />
            {m.offers_back()}
          </Link>
          {create}
        </>
      }
    >
      <div className="flex flex-col">
        <OwnStats recruiterId={recruiterId} since={since} />
        <div>
          <OwnOfferTabs
            filters={filters}
            beside={
              <div className="grow">
                <OfferFilterBar own value={filters} onChange={change} total={offers.data?.total}>
                  <div className="ml-auto max-sm:hidden">
                    <OfferLayoutToggle usual="list" />
                  </div>
                </OfferFilterBar>
              </div>
            }
          />
          {layout === 'list' ? (
            <PagedList
              query={offers}
              params={params}
              perPage={OFFERS_PER_PAGE}
              things={m.offers_things()}
              skeleton={<Skeleton className="h-18 rounded-card" />}
              className="grid gap-2"
              failure={<OffersFailed offers={offers} />}
              empty={empty}
              table={(items) => <OwnOfferTable offers={items} dialogs={dialogs} />}
            />
          ) : (
            <OfferList
              offers={offers}
              params={params}
              perPage={OFFERS_PER_PAGE}
              dialogs={dialogs}
              highlightedSkills={filters.skills}
              empty={empty}
            />
          )}
        </div>
      </div>
      <OfferDialogs dialogs={dialogs} />
    </Page>
  )
}
