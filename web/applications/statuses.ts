import { STATUSES, type Status } from '#contract/applications.ts'
import type { Tone } from '../ui/Tag.tsx'

/** The look of each status, in one place (PIPE-11). */
export const STATUS_LOOKS: Record<Status, { label: string; tone: Tone }> = {
  pending: { label: 'Pending', tone: 'blue' },
  reviewed: { label: 'Reviewed', tone: 'purple' },
  interviewed: { label: 'Interviewed', tone: 'yellow' },
  accepted: { label: 'Accepted', tone: 'green' },
  rejected: { label: 'Rejected', tone: 'red' },
}

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
