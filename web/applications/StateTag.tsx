import type { ApplicationState } from '#contract/applications.ts'
import { m, type Text } from '#contract/texts.ts'
import { Tag, type Tone } from '../ui/Tag.tsx'

export const STATE_LOOKS: Record<ApplicationState, { label: Text; tone: Tone }> = {
  waiting: { label: m.applications_state_waiting, tone: 'blue' },
  answered: { label: m.applications_state_answered, tone: 'green' },
  'no-answer': { label: m.applications_state_no_answer, tone: 'yellow' },
  withdrawn: { label: m.applications_state_withdrawn, tone: 'neutral' },
  closed: { label: m.applications_state_closed, tone: 'neutral' },
}

export function StateTag({ state, size }: { state: ApplicationState; size?: 'sm' | 'md' | undefined }) {
  return (
    <Tag tone={STATE_LOOKS[state].tone} size={size}>
      {STATE_LOOKS[state].label()}
    </Tag>
  )
}
