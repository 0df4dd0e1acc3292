import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** The number of applicants by status (PIPE-01). */
export function StatusCounters({
  groups,
  className,
}: {
  groups: Record<Status, readonly Applicant[]>
  className?: string
}) {
  return (
    <dl aria-label={m.applications_by_status()} className={cn('flex flex-wrap gap-x-4 gap-y-1', className)}>
      {STATUSES.map((status) => (
        <div key={status} className="flex flex-row-reverse items-baseline gap-1.5">
          <dt className="flex items-center gap-1.5 text-muted text-sm">
            <span
              aria-hidden="true"
              className={cn(
                TONES[STATUS_LOOKS[status].tone],
                'size-2 shrink-0 rounded-full bg-current forced-colors:bg-[CanvasText]',
              )}
            />
            {STATUS_LOOKS[status].label()}
          </dt>
          <dd className="font-bold font-display text-base tabular-nums">{groups[status].length}</dd>
        </div>
      ))}
    </dl>
  )
}
