import type { Status } from '#contract/applications.ts'
import { capitalise } from '../lib/format.ts'
import { Tag, type Tone } from '../ui/Tag.tsx'

/** PIPE-11 */
export const STATUS_TONES: Record<Status, Tone> = {
  pending: 'blue',
  reviewed: 'purple',
  interviewed: 'yellow',
  accepted: 'green',
  rejected: 'red',
}

/** The colour always stands beside its word. */
export function StatusTag({ status, size }: { status: Status; size?: 'sm' | 'md' | undefined }) {
  return (
    <Tag tone={STATUS_TONES[status]} size={size} dot>
      {capitalise(status)}
    </Tag>
  )
}
