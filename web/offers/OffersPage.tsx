import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { type Auth, auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../lib/load-context.ts'
import { NothingFound } from '../lists/NothingFound.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { cn } from '../ui/cn.ts'
import { Es } from '../ui/Es.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { OfferDialogs, useOfferDialogs } from './OfferDialogs.tsx'
import { OfferFilterBar } from './OfferFilterBar.tsx'
import { OfferLayoutToggle, useOfferLayout } from './OfferLayout.tsx'
import { OfferList } from './OfferList.tsx'
import { hasOfferFilters, NO_OFFER_FILTERS, OFFER_PARAMS } from './offer-params.ts'
import { OFFERS_PER_PAGE, type OfferSource, offersQuery } from './offers.api.ts'

/** One list for visitors and recruiters; developers have tabs (decision 29). */
export default function OffersPage() {
  const who = useAuth()
  const [search, setSearch] = useSearchParams()
  const params = useListParams(OFFER_PARAMS)
  const { filters, change } = params
  const dialogs = useOfferDialogs()
  const source = sourceOf(search, who)
  const offers = useQuery(offersQuery(source, filters))

  const [layout] = useOfferLayout()
  const isFiltered = hasOfferFilters(filters)

  /** Switches to another list, on its first page; the filters stay. */
  function choose(param: 'tab' | 'hideApplied', value: string) {
    const next = new URLSearchParams(search)
    next.delete('page')
    if (value) next.set(param, value)
    else next.delete(param)
    setSearch(next, { preventScrollReset: true })
  }

  const hasSwitch = who.role === 'developer' && source.kind !== 'applied'
  const list = (
    <>
      <div className="mb-6">
        <OfferFilterBar
          value={filters}
          onChange={change}
          isCounted={source.kind === 'all'}
          total={offers.data?.total}
        >
          <div className={cn('flex items-center gap-4 sm:ml-auto', !hasSwitch && 'max-sm:hidden')}>
            {hasSwitch && (
              <Switch
                label={m.offers_hide_applied()}
                checked={source.kind === 'open'}
                onCheckedChange={(isOn) => choose('hideApplied', isOn ? 'true' : '')}
              />
            )}
            <OfferLayoutToggle />
          </div>
        </OfferFilterBar>
      </div>
      <OfferList
        offers={offers}
        params={params}
        perPage={OFFERS_PER_PAGE}
        dialogs={dialogs}
        layout={layout === 'list' ? 'rows' : 'grid'}
        highlightedSkills={filters.skills}
        showStatus={source.kind === 'applied'}
        empty={
          <NothingFound
            title={<Es>{m.offers_none()}</Es>}
            text={emptyHelp(source, isFiltered)}
            onReset={isFiltered ? () => change(NO_OFFER_FILTERS) : undefined}
          />
        }
      />
    </>
  )

  return (
    <Page title={m.offers_list_title()} description={m.offers_page_description()}>
      {who.role === 'developer' ? (
        <Tabs
          label={m.offers_title()}
          tabs={[
            { value: 'all', label: m.offers_tab_all() },
            { value: 'applied', label: m.offers_tab_applied() },
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
  if (isFiltered) return m.offers_none_match()
  if (source.kind === 'applied') return m.devs_applications_hint()
  return source.kind === 'open' ? m.offers_applied_to_all() : m.offers_will_appear()
}
