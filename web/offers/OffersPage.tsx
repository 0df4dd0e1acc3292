import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { texts } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { type Auth, auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { NothingFound } from '../lists/NothingFound.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { Es } from '../ui/Es.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferFilterBar } from './OfferFilterBar.tsx'
import { OfferList } from './OfferList.tsx'
import { hasOfferFilters, NO_OFFER_FILTERS, OFFER_PARAMS } from './offer-params.ts'
import { OFFERS_PER_PAGE, type OfferSource, offersQuery } from './offers.api.ts'

const TITLE = 'Your Next Tech Career Starts Here'

/** One list for visitors and recruiters; developers have tabs (decision 29). */
export default function OffersPage() {
  const who = useAuth()
  const [search, setSearch] = useSearchParams()
  const params = useListParams(OFFER_PARAMS)
  const { filters, change } = params
  const dialogs = useOfferDialogs()
  const source = sourceOf(search, who)
  const offers = useQuery(offersQuery(source, filters))

  const isFiltered = hasOfferFilters(filters)

  /** Switches to another list, on its first page; the filters stay. */
  function choose(param: 'tab' | 'hideApplied', value: string) {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (value) next.set(param, value)
    else next.delete(param)
    setSearch(next, { preventScrollReset: true })
  }

  const list = (
    <>
      <OfferFilterBar value={filters} onChange={change}>
        {who.role === 'developer' && source.kind !== 'applied' && (
          <Switch
            label="Hide applied"
            checked={source.kind === 'open'}
            onCheckedChange={(isOn) => choose('hideApplied', isOn ? 'true' : '')}
            className="sm:ml-auto"
          />
        )}
      </OfferFilterBar>
      <OfferList
        offers={offers}
        params={params}
        perPage={OFFERS_PER_PAGE}
        dialogs={dialogs}
        highlightedSkills={filters.skills}
        showStatus={source.kind === 'applied'}
        empty={
          <NothingFound
            title={<Es>{texts.offers.none}</Es>}
            text={emptyHelp(source, isFiltered)}
            onReset={isFiltered ? () => change(NO_OFFER_FILTERS) : undefined}
          />
        }
      />
    </>
  )

  return (
    <Page title={TITLE} description="Open positions for developers, posted by the people who hire.">
      {who.role === 'developer' ? (
        <Tabs
          label="Offers"
          tabs={[
            { value: 'all', label: 'Job offers' },
            { value: 'applied', label: 'Applied Offers' },
          ]}
          value={source.kind === 'applied' ? 'applied' : 'all'}
          onChange={(tab) => choose('tab', tab === 'applied' ? tab : '')}
        >
          {list}
        </Tabs>
      ) : (
        list
      )}
      <OfferDialogs dialogs={dialogs} />
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  const source = sourceOf(url.searchParams, auth.get())
  return queryClient.prefetchQuery(offersQuery(source, OFFER_PARAMS.read(url.searchParams)))
}

/** The other lists exist for developers only; everyone else gets the whole one. */
function sourceOf(search: URLSearchParams, { id, role }: Auth): OfferSource {
  if (role !== 'developer') return { kind: 'all' }
  if (search.get('tab') === 'applied') return { kind: 'applied', userId: id }
  return search.get('hideApplied') === 'true' ? { kind: 'open', userId: id } : { kind: 'all' }
}

function emptyHelp(source: OfferSource, isFiltered: boolean) {
  if (isFiltered) return 'No offers match your filters.'
  if (source.kind === 'applied') return 'Offers you apply to appear here with their status.'
  return source.kind === 'open' ? 'You have applied to every open offer.' : 'New offers appear here.'
}
