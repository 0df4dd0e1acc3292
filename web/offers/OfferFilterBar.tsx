import type { ReactNode } from 'react'
import { CONTRACT_TYPES } from '#contract/offers.ts'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { NO_OFFER_FILTERS } from './offer-params.ts'
import type { OfferFilters } from './offers.api.ts'

type OfferFilterBarProps = {
  value: OfferFilters
  onChange: (changes: Partial<Omit<OfferFilters, 'page'>>) => void
  /** More controls of the page, at the end. */
  children?: ReactNode
}

/** Contract type, skills and the order of creation (OFF-04 to OFF-06, DASH-03 to DASH-06). */
export function OfferFilterBar({ value, onChange, children }: OfferFilterBarProps) {
  const { contractType, skills, sort } = value
  return (
    <SkillFilterBar
      scope="offers"
      skills={skills}
      onSkillsChange={(next) => onChange({ skills: next })}
      sort={sort}
      onSortChange={(next) => onChange({ sort: next })}
      onReset={() => onChange(NO_OFFER_FILTERS)}
      field={
        <Field label="Contract type">
          <Select
            value={contractType}
            onChange={(event) => onChange({ contractType: event.target.value })}
            options={[{ value: '', label: 'All' }, ...CONTRACT_TYPES]}
          />
        </Field>
      }
      fieldChip={
        contractType ? { label: contractType, onRemove: () => onChange({ contractType: '' }) } : undefined
      }
    >
      {children}
    </SkillFilterBar>
  )
}
