import { STATUSES, type Status } from '#contract/applications.ts'
import { m, type Text } from '#contract/texts.ts'
import type { Tone } from '../ui/Tag.tsx'

/** The look of each status, in one place (PIPE-11). */
export const STATUS_LOOKS: Record<Status, { label: Text; tone: Tone }> = {
  pending: { label: m.applications_status_pending, tone: 'blue' },
  reviewed: { label: m.applications_status_reviewed, tone: 'purple' },
  interviewed: { label: m.applications_status_interviewed, tone: 'yellow' },
  accepted: { label: m.applications_status_accepted, tone: 'green' },
  rejected: { label: m.applications_status_rejected, tone: 'red' },
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
