import { STATUSES, type Status } from '#contract/applications.ts'
import { m, type Text } from '#contract/texts.ts'
import type { Tone } from '../ui/Tag.tsx'

/** The look of each status in one place (PIPE-11); `step` is how far the application has come, from 1 to 4. */
export const STATUS_LOOKS: Record<Status, { label: Text; tone: Tone; step: number }> = {
  pending: { label: m.applications_status_pending, tone: 'blue', step: 1 },
  reviewed: { label: m.applications_status_reviewed, tone: 'purple', step: 2 },
  interviewed: { label: m.applications_status_interviewed, tone: 'yellow', step: 3 },
  accepted: { label: m.applications_status_accepted, tone: 'green', step: 4 },
  rejected: { label: m.applications_status_rejected, tone: 'red', step: 4 },
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
