import type { ReactElement, ReactNode } from 'react'
import type { SkillScope } from '#contract/skills.ts'
import { Button } from '../ui/Button.tsx'
import { Popover } from '../ui/Popover.tsx'
import { SkillChoice } from './SkillChoice.tsx'

type SkillFilterPanelProps = {
  trigger: ReactElement
  open: boolean
  onOpenChange: (open: boolean) => void
  scope: SkillScope
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
  skills,
  onSkillsChange,
  field,
  canReset,
  onReset,
}: SkillFilterPanelProps) {
  return (
    <Popover trigger={trigger} title="Filters" hideTitle open={open} onOpenChange={onOpenChange}>
      <div className="space-y-4">
        {field}
        <SkillChoice scope={scope} value={skills} onChange={onSkillsChange} />
        <Button variant="ghost" full disabled={!canReset} onClick={onReset}>
          Reset Filters
        </Button>
      </div>
    </Popover>
  )
}
