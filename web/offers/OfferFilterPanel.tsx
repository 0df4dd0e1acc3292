import type { ReactElement } from 'react'
import { CONTRACT_TYPES } from '#contract/offers.ts'
import { SkillChoice } from '../skills/SkillChoice.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Select } from '../ui/Select.tsx'
import type { OfferFilters } from './offers.api.ts'

type OfferFilterPanelProps = {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  value: OfferFilters
  onChange: (changes: Partial<OfferFilters>) => void
}

export default function OfferFilterPanel({
  trigger,
  open,
  onOpenChange,
  value: { contractType, skills },
  onChange,
}: OfferFilterPanelProps) {
  return (
    <Popover trigger={trigger} title="Filters" hideTitle open={open} onOpenChange={onOpenChange}>
      <div className="space-y-4">
        <Field label="Contract type">
          <Select
            value={contractType}
            onChange={(event) => onChange({ contractType: event.target.value })}
            options={[{ value: '', label: 'All' }, ...CONTRACT_TYPES]}
          />
        </Field>
        <SkillChoice scope="offers" value={skills} onChange={(next) => onChange({ skills: next })} />
        <Button
          variant="ghost"
          full
          disabled={contractType === '' && skills.length === 0}
          onClick={() => onChange({ contractType: '', skills: [] })}
        >
          Reset Filters
        </Button>
      </div>
    </Popover>
  )
}
