import { type ReactNode, Suspense } from 'react'
import { CONTRACT_TYPES } from '#contract/offers.ts'
import { payText } from '#contract/pay-text.ts'
import { m } from '#contract/texts.ts'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { Field } from '../ui/Field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Select } from '../ui/Select.tsx'
import { contractTypeName } from './offer-format.ts'
import { hasOfferFilters, NO_OFFER_FILTERS } from './offer-params.ts'
import type { OfferFilters } from './offers.api.ts'

const OfferWorkFilters = lazyPart(() => import('./OfferWorkFilters.tsx'))

type OfferFilterBarProps = {
  value: OfferFilters
  onChange: (changes: Partial<Omit<OfferFilters, 'page'>>) => void
  /** Whether only the skills of own offers are listed. */
  own?: boolean | undefined
  /** Whether it filters all offers, with counts of skills. */
  isCounted?: boolean | undefined
  /** The number of matches. */
  total?: number | undefined
  /** More controls of the page, at the end. */
  children?: ReactNode
}

/** Contract type, skills and the order of creation (OFF-04 to OFF-06, DASH-03 to DASH-06). */
export function OfferFilterBar({ value, onChange, own, isCounted, total, children }: OfferFilterBarProps) {
  return (
    <SkillFilterBar
      scope={own ? 'own-offers' : 'offers'}
      filters={isCounted ? filtersOf(value) : undefined}
      value={value}
      onChange={onChange}
      onReset={() => onChange(NO_OFFER_FILTERS)}
      field={
        <>
          <Field label={m.offers_contract_type_label()}>
            <Select
              value={value.contractType}
              onChange={(event) => onChange({ contractType: event.target.value })}
              options={[
                { value: '', label: m.general_all() },
                ...CONTRACT_TYPES.map((type) => ({ value: type, label: contractTypeName(type) })),
              ]}
            />
          </Field>
          <Suspense>
            <OfferWorkFilters value={value} onChange={onChange} />
          </Suspense>
        </>
      }
      fieldChips={chipsOf(value, onChange)}
      count={
        total === undefined
          ? undefined
          : m.offers_list_count({ count: total, filtered: String(hasOfferFilters(value)) })
      }
    >
      {children}
    </SkillFilterBar>
  )
}

const filtersOf = ({ skills: _skills, sort: _sort, page: _page, ...others }: OfferFilters) => others

function chipsOf(filters: OfferFilters, onChange: OfferFilterBarProps['onChange']) {
  const { q, contractType, workplace, country, payFrom, payCurrency = 'EUR', minYears } = filters
  const chips: { label: string; onRemove: () => void }[] = []
  const add = (label: string, without: Partial<OfferFilters>) =>
    chips.push({ label, onRemove: () => onChange(without) })
  if (q) add(q, { q: undefined })
  if (contractType) add(contractTypeName(contractType), { contractType: '' })
  if (workplace) add(m.offers_workplace({ workplace }), { workplace: undefined })
  if (country) add(m.offers_filter_country_chip({ code: country }), { country: undefined })
  if (payFrom !== undefined) {
    const pay = payText({ min: payFrom, max: payFrom, currency: payCurrency, period: '' })
    add(m.offers_filter_pay_chip({ pay }), { payFrom: undefined, payCurrency: undefined })
  }
  if (minYears !== undefined) add(m.offers_filter_years_chip({ count: minYears }), { minYears: undefined })
  return chips
}
