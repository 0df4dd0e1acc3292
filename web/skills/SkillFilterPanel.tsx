import type { ReactElement, ReactNode } from 'react'
import type { SkillScope } from '#contract/skills.ts'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SkillChoice } from './SkillChoice.tsx'
import type { CountedFilters } from './skills.api.ts'

type SkillFilterPanelProps = {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  scope: SkillScope | 'own-offers'
  /** The filters for the counts. */
  filters: CountedFilters | undefined
  skills: string[]
  onSkillsChange: (skills: string[]) => void
  field: ReactNode
  canReset: boolean
  onReset: () => void
}

export default function SkillFilterPanel({
  trigger,
  open,
  onOpenChange,
  scope,
  filters,
  skills,
  onSkillsChange,
  field,
  canReset,
  onReset,
}: SkillFilterPanelProps) {
  return (
    <Popover trigger={trigger} title={m.lists_filters()} hideTitle open={open} onOpenChange={onOpenChange}>
      <div className="space-y-4">
        {field}
        <SkillChoice scope={scope} filters={filters} value={skills} onChange={onSkillsChange} />
        <Button variant="ghost" full disabled={!canReset} onClick={onReset}>
          {m.lists_reset_filters()}
        </Button>
      </div>
    </Popover>
  )
}
