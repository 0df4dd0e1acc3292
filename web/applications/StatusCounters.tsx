import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { STATUS_LOOKS } from './statuses.ts'

/** How many applicants have each status (PIPE-01). */
export function StatusCounters({ groups }: { groups: Record<Status, readonly Applicant[]> }) {
  return (
    <dl
      aria-label="Applicants by status"
      className="grid grid-cols-3 gap-x-4 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 sm:flex sm:flex-wrap sm:gap-x-4 lg:gap-x-8"
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
            {STATUS_LOOKS[status].label}
          </dt>
          <dd className="font-bold font-display text-xl tabular-nums">{groups[status].length}</dd>
        </div>
      ))}
    </dl>
  )
}
