import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type ReactNode, Suspense, useState } from 'react'
import { SORTS, type Sort } from '#contract/lists.ts'
import type { SkillScope } from '#contract/skills.ts'
import { m } from '#contract/texts.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'
import type { CountedFilters } from './skills.api.ts'

const loadPanel = () => import('./SkillFilterPanel.tsx')
const SkillFilterPanel = lazyPart(loadPanel)

type SkillFilters = { skills: string[]; sort: Sort }

type SkillFilterBarProps = {
  scope: SkillScope | 'own-offers'
  /** The other filters of the list, for the counts; undefined without counts. */
  filters?: CountedFilters | undefined
  value: SkillFilters
  onChange: (changes: Partial<SkillFilters>) => void
  /** 'Reset Filters' clears everything inside the dropdown and nothing else (decision 44). */
  onReset: () => void
  /** More filters inside the dropdown, above the skills. */
  field?: ReactNode
  /** A chip for each active one. */
  fieldChips?: { label: string; onRemove: () => void }[] | undefined
  /** The number of results (FLOW-07). */
  count?: string | undefined
  /** More controls of the page, at the end. */
  children?: ReactNode
}

/** The Filters dropdown, the sort order, and removable chips for the active filters. */
export function SkillFilterBar({
  scope,
  filters,
  value: { skills, sort },
  onChange,
  onReset,
  field,
  fieldChips = [],
  count: total,
  children,
}: SkillFilterBarProps) {
  // Loads the panel's code on hover or focus of its button.
  const [isOpen, setOpen] = useState<boolean>()
  const count = skills.length + fieldChips.length
  const button = (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      aria-expanded={isOpen ?? false}
      onPointerEnter={() => prefetch(loadPanel)}
      onFocus={() => prefetch(loadPanel)}
      {...(isOpen === undefined && { onClick: () => setOpen(true) })}
    >
      <SlidersHorizontal aria-hidden="true" />
      {m.lists_filters()}
      <Badge count={count} label={m.lists_filters_set()} tone="primary" />
    </Button>
  )

  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        {isOpen === undefined ? (
          button
        ) : (
          <Suspense fallback={button}>
            <SkillFilterPanel
              trigger={button}
              open={isOpen}
              onOpenChange={setOpen}
              scope={scope}
              filters={filters && { ...filters, skills }}
              skills={skills}
              onSkillsChange={(next) => onChange({ skills: next })}
              field={field}
              canReset={count > 0}
              onReset={onReset}
            />
          </Suspense>
        )}
        <ToggleGroup
          label={m.lists_sort_order()}
          options={SORTS.map((option) => ({
            value: option,
            label: option === 'latest' ? m.lists_latest() : m.lists_oldest(),
          }))}
          value={sort}
          onChange={(next) => onChange({ sort: next })}
        />
        <p aria-live="polite" className="text-muted text-sm tabular-nums">
          {total}
        </p>
        {children}
      </div>
      {count > 0 && (
        // Does not widen the bar, which may stand beside tabs.
        <ul aria-label={m.lists_set_filters()} className="flex w-0 min-w-full flex-wrap gap-1.5">
          {fieldChips.map(({ label, onRemove }) => (
            <li key={label} className="max-w-full">
              <Chip tone="primary" onRemove={onRemove}>
                {label}
              </Chip>
            </li>
          ))}
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
