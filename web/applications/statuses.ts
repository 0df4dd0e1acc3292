import { STATUSES, type Status } from '#contract/applications.ts'
import type { Tone } from '../ui/Tag.tsx'

type StatusLook = {
  label: string
  tone: Tone
  /** Classes of the same tone, for the dropdown and for the dot of the counters. */
  control: string
  dot: string
}

/** The look of each status, in one place (PIPE-11). */
export const STATUS_LOOKS = {
  pending: { label: 'Pending', tone: 'blue', control: 'bg-blue-bg text-blue-ink', dot: 'bg-blue-ink' },
  reviewed: {
    label: 'Reviewed',
    tone: 'purple',
    control: 'bg-purple-bg text-purple-ink',
    dot: 'bg-purple-ink',
  },
  interviewed: {
    label: 'Interviewed',
    tone: 'yellow',
    control: 'bg-yellow-bg text-yellow-ink',
    dot: 'bg-yellow-ink',
  },
  accepted: { label: 'Accepted', tone: 'green', control: 'bg-green-bg text-green-ink', dot: 'bg-green-ink' },
  rejected: { label: 'Rejected', tone: 'red', control: 'bg-red-bg text-red-ink', dot: 'bg-red-ink' },
} as const satisfies Record<Status, StatusLook>

export function isStatus(value: unknown): value is Status {
  return STATUSES.some((status) => status === value)
}
