import type { Status } from '#contract/applications.ts'
import { Tag } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** The colour always is accompanied by its label. */
export function StatusTag({ status, size }: { status: Status; size?: 'sm' | 'md' | undefined }) {
  return (
    <Tag tone={STATUS_LOOKS[status].tone} size={size} dot>
      {STATUS_LOOKS[status].label()}
    </Tag>
  )
}
