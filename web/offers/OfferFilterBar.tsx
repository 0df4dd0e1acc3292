import { SlidersHorizontal } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { SORTS } from '#contract/lists.ts'
import { capitalise } from '../lib/format.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import type { OfferFilters } from './offers.api.ts'

const loadFilters = () => import('./OfferFilterPanel.tsx')
const OfferFilterPanel = lazy(loadFilters)

type OfferFilterBarProps = {
  value: OfferFilters
  onChange: (changes: Partial<OfferFilters>) => void
  /** More controls of the page, at the end. */
  children?: ReactNode
}

/** The dropdown of contract type and skills, the order, and what is set as chips that can be taken off. */
export function OfferFilterBar({ value, onChange, children }: OfferFilterBarProps) {
  // The panel's code comes when the pointer or the keyboard is near its button.
  const [isOpen, setOpen] = useState<boolean>()
  const { contractType, skills } = value
  const count = skills.length + (contractType ? 1 : 0)
  const button = (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      aria-expanded={isOpen ?? false}
      onPointerEnter={loadFilters}
      onFocus={loadFilters}
      {...(isOpen === undefined && { onClick: () => setOpen(true) })}
    >
      <SlidersHorizontal aria-hidden="true" />
      Filters
      <Badge count={count} label="set" tone="primary" />
    </Button>
  )

  return (
    <div className="mb-6 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        {isOpen === undefined ? (
          button
        ) : (
          <Suspense fallback={button}>
            <OfferFilterPanel
              trigger={button}
              open={isOpen}
              onOpenChange={setOpen}
              value={value}
              onChange={onChange}
            />
          </Suspense>
        )}
        <ToggleGroup
          label="Sort order"
          options={SORTS.map((sort) => ({ value: sort, label: capitalise(sort) }))}
          value={value.sort}
          onChange={(sort) => onChange({ sort })}
        />
        {children}
      </div>
      {count > 0 && (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-1.5">
          {contractType && (
            <li>
              <Chip tone="primary" onRemove={() => onChange({ contractType: '' })}>
                {contractType}
              </Chip>
            </li>
          )}
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip
                tone="primary"
                onRemove={() => onChange({ skills: skills.filter((other) => other !== skill) })}
              >
                {skill}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
