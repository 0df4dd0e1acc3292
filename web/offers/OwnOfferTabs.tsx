import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { OFFER_STATES, type OfferState } from '#contract/offer-life.ts'
import { m } from '#contract/texts.ts'
import { Tabs } from '../ui/Tabs.tsx'
import { type OfferFilters, ownCountsQuery } from './offers.api.ts'

/** The state in the URL of a list of own offers; '' is every state. */
export const readOfferState = (search: URLSearchParams): OfferState | '' =>
  OFFER_STATES.find((one) => one === search.get('state')) ?? ''

/** The states of own offers, each with its number of matches (LIFE-11). */
export function OwnOfferTabs({ filters, beside }: { filters: OfferFilters; beside?: ReactNode }) {
  const [search, setSearch] = useSearchParams()
  const { data: counts } = useQuery(ownCountsQuery(filters))
  const total = counts && OFFER_STATES.reduce((sum, state) => sum + counts[state], 0)

  function changeState(next: OfferState | '') {
    setSearch(
      (now) => {
        const params = new URLSearchParams(now)
        params.delete('page')
        if (next) params.set('state', next)
        else params.delete('state')
        return params
      },
      { preventScrollReset: true },
    )
  }

  return (
    <div className="mb-6">
      <Tabs
        label={m.offers_states_label()}
        variant="pill"
        tabs={[
          { value: '' as const, label: m.offers_all_states(), count: total },
          ...OFFER_STATES.map((state) => ({
            value: state,
            label: m.offers_state({ state }),
            count: counts?.[state],
          })),
        ]}
        value={readOfferState(search)}
        onChange={changeState}
        beside={beside}
      />
    </div>
  )
}
