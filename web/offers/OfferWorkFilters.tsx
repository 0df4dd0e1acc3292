import { useState } from 'react'
import { CURRENCIES } from '#contract/regions.ts'
import { m } from '#contract/texts.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { countryNames } from './country-names.ts'
import type { WorkFilters } from './offers.api.ts'
import { parseSalary } from './salary.ts'
import { workplaceOptions } from './workplace-options.ts'

type OfferWorkFiltersProps = { value: WorkFilters; onChange: (changes: WorkFilters) => void }

const YEARS = Array.from({ length: 11 }, (_, years) => years)

/** Workplace, country, pay and years of the filter panel (PAY-04). */
export default function OfferWorkFilters({ value, onChange }: OfferWorkFiltersProps) {
  const { workplace = '', country = '', payFrom, payCurrency = 'EUR', minYears } = value
  const all = { value: '', label: m.offers_filter_all() }
  const years = minYears === undefined || minYears in YEARS ? YEARS : [...YEARS, minYears]
  return (
    <div className="grid grid-cols-2 items-end gap-x-3 gap-y-4">
      <Field label={m.offers_fact_workplace()}>
        <Select
          value={workplace}
          onChange={({ target }) =>
            onChange({ workplace: (target.value || undefined) as WorkFilters['workplace'] })
          }
          options={workplaceOptions(all.label)}
        />
      </Field>
      <Field label={m.offers_filter_country()}>
        <Select
          value={country}
          onChange={({ target }) => onChange({ country: target.value || undefined })}
          options={[all, ...Array.from(countryNames(), ([code, name]) => ({ value: code, label: name }))]}
        />
      </Field>
      <Field label={m.offers_filter_pay()}>
        <PayInput
          key={payFrom}
          value={payFrom}
          onChange={(next) => onChange({ payFrom: next, payCurrency })}
        />
      </Field>
      <Field label={m.offers_pay_currency()}>
        <Select
          value={payCurrency}
          disabled={payFrom === undefined}
          onChange={({ target }) => onChange({ payCurrency: target.value })}
          options={[...CURRENCIES]}
        />
      </Field>
      <Field label={m.offers_filter_years()} className="col-span-2">
        <Select
          value={minYears === undefined ? '' : String(minYears)}
          onChange={({ target }) =>
            onChange({ minYears: target.value === '' ? undefined : Number(target.value) })
          }
          options={[all, ...years.map(String)]}
        />
      </Field>
    </div>
  )
}

type PayInputProps = { value: number | undefined; onChange: (amount: number | undefined) => void }

/** Applied on Enter or blur, not with every digit. */
function PayInput({ value, onChange }: PayInputProps) {
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  function apply() {
    const amount = Math.min(parseSalary(typed) ?? 0, 999_999_999) || undefined
    if (amount !== value) onChange(amount)
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={apply}
      onKeyDown={({ key }) => key === 'Enter' && apply()}
    />
  )
}
