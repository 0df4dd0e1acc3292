import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { texts } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { type Auth, auth, useAuth } from '../lib/auth.ts'
import type { LoadContext } from '../routes.tsx'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Es } from '../ui/Es.tsx'
import { Switch } from '../ui/Switch.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { OfferFilterBar } from './OfferFilterBar.tsx'
import { OfferList } from './OfferList.tsx'
import { OFFERS_PER_PAGE, type OfferSource, offersQuery } from './offers.api.ts'
import { readOfferFilters, useOfferFilters } from './use-offer-filters.ts'

const TITLE = 'Your Next Tech Career Starts Here'

/** One list for visitors and recruiters; developers have the tabs of DECISION 74. */
export default function OffersPage() {
  const who = useAuth()
  const [search, setSearch] = useSearchParams()
  const [filters, change] = useOfferFilters()
  const source = sourceOf(search, who)
  const offers = useQuery(offersQuery(source, filters))

  /** Another list, from its first page; the filters stay. */
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
        page={filters.page}
        perPage={OFFERS_PER_PAGE}
        onPageChange={(page) => change({ page })}
        wantedSkills={filters.skills}
        showStatus={source.kind === 'applied'}
        empty={
          <EmptyState
            title={<Es>{texts.offers.none}</Es>}
            text={emptyHelp(source, filters.skills.length > 0 || filters.contractType !== '')}
            action={
              (filters.skills.length > 0 || filters.contractType !== '') && (
                <Button variant="outline" onClick={() => change({ contractType: '', skills: [] })}>
                  Reset Filters
                </Button>
              )
            }
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
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  const source = sourceOf(url.searchParams, auth.get())
  return queryClient.prefetchQuery(offersQuery(source, readOfferFilters(url.searchParams)))
}

/** Only a developer's own address names the other lists; for everyone else they are the whole one. */
function sourceOf(search: URLSearchParams, { id, role }: Auth): OfferSource {
  if (role !== 'developer') return { kind: 'all' }
  if (search.get('tab') === 'applied') return { kind: 'applied', userId: id }
  return search.get('hideApplied') === 'true' ? { kind: 'open', userId: id } : { kind: 'all' }
}

function emptyHelp(source: OfferSource, isFiltered: boolean) {
  if (isFiltered) return 'No offer has everything that you ask for.'
  if (source.kind === 'applied') return 'The offers that you apply to will stand here, with their status.'
  return source.kind === 'open' ? 'You have applied to every open offer.' : 'New offers will stand here.'
}
