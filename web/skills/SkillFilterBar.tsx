import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { SORTS, type Sort } from '#contract/lists.ts'
import type { SkillScope } from '#contract/skills.ts'
import { capitalise } from '../lib/format.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { ToggleGroup } from '../ui/ToggleGroup.tsx'

const loadPanel = () => import('./SkillFilterPanel.tsx')
const SkillFilterPanel = lazy(loadPanel)

type SkillFilterBarProps = {
  scope: SkillScope
  skills: string[]
  onSkillsChange: (skills: string[]) => void
  sort: Sort
  onSortChange: (sort: Sort) => void
  /** 'Reset Filters' clears everything inside the dropdown and nothing else (decision 44). */
  onReset: () => void
  /** One more filter inside the dropdown, above the skills. */
  field?: ReactNode
  /** Its current value. */
  fieldChip?: { label: string; onRemove: () => void } | undefined
  /** More controls of the page, at the end. */
  children?: ReactNode
}

/** The Filters dropdown, the sort order, and removable chips for the active filters. */
export function SkillFilterBar({
  scope,
  skills,
  onSkillsChange,
  sort,
  onSortChange,
  onReset,
  field,
  fieldChip,
  children,
}: SkillFilterBarProps) {
  // Loads the panel's code on hover or focus of its button.
  const [isOpen, setOpen] = useState<boolean>()
  const count = skills.length + (fieldChip ? 1 : 0)
  const button = (
    <Button
      variant="outline"
      aria-haspopup="dialog"
      aria-expanded={isOpen ?? false}
      onPointerEnter={loadPanel}
      onFocus={loadPanel}
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
            <SkillFilterPanel
              trigger={button}
              open={isOpen}
              onOpenChange={setOpen}
              scope={scope}
              skills={skills}
              onSkillsChange={onSkillsChange}
              field={field}
              canReset={count > 0}
              onReset={onReset}
            />
          </Suspense>
        )}
        <ToggleGroup
          label="Sort order"
          options={SORTS.map((option) => ({ value: option, label: capitalise(option) }))}
          value={sort}
          onChange={onSortChange}
        />
        {children}
      </div>
      {count > 0 && (
        <ul aria-label="Filters that are set" className="flex flex-wrap gap-1.5">
          {fieldChip && (
            <li>
              <Chip tone="primary" onRemove={fieldChip.onRemove}>
                {fieldChip.label}
              </Chip>
            </li>
          )}
          {skills.map((skill) => (
            <li key={skill} className="max-w-full">
              <Chip tone="primary" onRemove={() => onSkillsChange(skills.filter((other) => other !== skill))}>
                {skill}
              </Chip>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
