import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** The number of applicants by status (PIPE-01). */
export function StatusCounters({ groups }: { groups: Record<Status, readonly Applicant[]> }) {
  return (
    <dl
      aria-label={m.applications_by_status()}
      className="grid grid-cols-2 gap-x-4 gap-y-3 min-[22rem]:grid-cols-3 rounded-card border border-line bg-surface px-4 py-3 max-sm:w-full sm:flex sm:flex-wrap lg:border-0 lg:bg-transparent lg:px-0 lg:py-0"
    >
      {STATUSES.map((status) => (
        <div key={status} className="flex flex-col-reverse sm:flex-row-reverse sm:items-baseline sm:gap-2">
          <dt className="flex items-center gap-1.5 text-muted text-xs sm:text-sm">
            <span
              aria-hidden="true"
              className={cn(
                TONES[STATUS_LOOKS[status].tone],
                'size-2 shrink-0 rounded-full bg-current forced-colors:bg-[CanvasText]',
              )}
            />
            {STATUS_LOOKS[status].label()}
          </dt>
          <dd className="font-bold font-display text-xl tabular-nums">{groups[status].length}</dd>
        </div>
      ))}
    </dl>
  )
}
