import { useQuery } from '@tanstack/react-query'
import { type ReactElement, useState } from 'react'
import { CONTRACT_TYPES } from '#contract/offers.ts'
import { skillsQuery } from '../skills/skills.api.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { Popover } from '../ui/Popover.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TextInput } from '../ui/TextInput.tsx'
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
        <SkillChoice value={skills} onChange={(next) => onChange({ skills: next })} />
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

/** The skills that open offers ask for; a set one stays in sight although no offer has it. */
function SkillChoice({ value, onChange }: { value: string[]; onChange: (skills: string[]) => void }) {
  const known = useQuery(skillsQuery('offers'))
  const [text, setText] = useState('')
  const chosen = new Set(value.map(fold))
  const missing = value.filter((skill) => !known.data?.some((name) => fold(name) === fold(skill)))
  const shown = [...missing, ...(known.data ?? [])].filter((name) => fold(name).includes(fold(text)))

  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-sm">Skills</legend>
      <TextInput
        type="search"
        aria-label="Find a skill"
        placeholder="Find a skill"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <ul className="mt-2 max-h-56 overflow-y-auto overscroll-contain rounded-control border border-line px-3 py-1">
        {known.isPending && <Skeleton className="my-2" />}
        {shown.map((name) => (
          <li key={name}>
            <Checkbox
              label={name}
              checked={chosen.has(fold(name))}
              onChange={(event) =>
                onChange(
                  event.target.checked
                    ? [...value, name]
                    : value.filter((skill) => fold(skill) !== fold(name)),
                )
              }
            />
          </li>
        ))}
        {!known.isPending && shown.length === 0 && (
          <li className="py-2 text-muted text-sm">No skills found</li>
        )}
      </ul>
    </fieldset>
  )
}

const fold = (text: string) => text.trim().toLocaleLowerCase('es')
