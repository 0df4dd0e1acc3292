import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { Link, useSearchParams } from 'react-router'
import { texts } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { NothingFound } from '../lists/NothingFound.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Es } from '../ui/Es.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import { DailyChart } from './DailyChart.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferFilterBar } from './OfferFilterBar.tsx'
import { OfferList } from './OfferList.tsx'
import { hasOfferFilters, NO_OFFER_FILTERS, OFFER_PARAMS } from './offer-params.ts'
import { dailyApplicationsQuery, OFFERS_PER_PAGE, offersQuery, statsQuery } from './offers.api.ts'
import { StatsNumbers } from './StatsNumbers.tsx'

export default function DashboardPage() {
  const { id } = useAuth()
  return id === undefined ? <PageSpinner /> : <Dashboard recruiterId={id} />
}

/** All requests of the page start together. */
export function load({ queryClient, url }: LoadContext) {
  const { id, role } = auth.get()
  if (id === undefined || role !== 'recruiter') return
  const filters = OFFER_PARAMS.read(url.searchParams)
  return Promise.all([
    queryClient.prefetchQuery(offersQuery({ kind: 'recruiter', userId: id }, filters)),
    queryClient.prefetchQuery(statsQuery(id)),
    queryClient.prefetchQuery(dailyApplicationsQuery(id)),
  ])
}

/** The recruiter's own offers with their statistics (DASH-01 to DASH-10). */
function Dashboard({ recruiterId }: { recruiterId: string }) {
  const params = useListParams(OFFER_PARAMS)
  const { filters, change } = params
  const [search, setSearch] = useSearchParams()
  const offers = useQuery(offersQuery({ kind: 'recruiter', userId: recruiterId }, filters))
  const dialogs = useOfferDialogs()
  const layout = search.get('view') === 'list' ? 'list' : 'grid'
  const isFiltered = hasOfferFilters(filters)
  const create = <Button onClick={() => dialogs.show({ kind: 'create' })}>+ Create new offer</Button>

  function changeLayout(next: 'grid' | 'list') {
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        if (next === 'list') params.set('view', next)
        else params.delete('view')
        return params
      },
      { preventScrollReset: true, replace: true },
    )
  }

  return (
    <Page
      title="My Offers"
      actions={
        <>
          <Link to={paths.recruiter(recruiterId)} className={buttonStyles({ variant: 'outline' })}>
            <ArrowLeft aria-hidden="true" />
            Back offers
          </Link>
          {create}
        </>
      }
    >
      <Card as="section" padding="lg" aria-label="Stats" className="mb-8">
        <div className="grid grid-cols-1 items-center gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <StatsNumbers recruiterId={recruiterId} />
          <DailyChart recruiterId={recruiterId} />
        </div>
      </Card>

      <OfferFilterBar value={filters} onChange={change}>
        <ToggleGroup
          label="View"
          iconsOnly
          options={[
            { value: 'grid', label: 'Grid', icon: <LayoutGrid /> },
            { value: 'list', label: 'List', icon: <List /> },
          ]}
          value={layout}
          onChange={changeLayout}
          className="ml-auto max-sm:hidden"
        />
      </OfferFilterBar>
      <OfferList
        offers={offers}
        params={params}
        perPage={OFFERS_PER_PAGE}
        dialogs={dialogs}
        layout={layout}
        highlightedSkills={filters.skills}
        empty={
          isFiltered ? (
            <NothingFound
              title={<Es>{texts.offers.none}</Es>}
              text="None of your offers match these filters."
              onReset={() => change(NO_OFFER_FILTERS)}
            />
          ) : (
            <EmptyState
              title={<Es>{texts.offers.none}</Es>}
              text="Post your first offer and follow its applicants here."
              action={create}
            />
          )
        }
      />
      <OfferDialogs dialogs={dialogs} />
    </Page>
  )
}
