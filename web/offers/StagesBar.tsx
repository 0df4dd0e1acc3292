import { STATUSES, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { STATUS_LOOKS } from '../applications/statuses.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'

/** The number of applicants at each stage, as a stacked bar and in words. */
export function StagesBar({ stages }: { stages: Record<Status, number> }) {
  const present = STATUSES.filter((status) => stages[status] > 0)
  if (present.length === 0) return <p className="text-muted text-sm">{m.applications_none_yet()}</p>
  return (
    <div className="grid gap-1.5">
      <div aria-hidden="true" className="flex h-2 gap-0.5 overflow-hidden rounded-full">
        {present.map((status) => (
          <span
            key={status}
            style={{ flexGrow: stages[status] }}
            className={cn(
              TONES[STATUS_LOOKS[status].tone],
              'min-w-2 bg-current forced-colors:border forced-colors:bg-[CanvasText]',
            )}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-3 text-muted text-xs tabular-nums">
        {present.map((status) => (
          <li key={status}>
            <span className="font-medium text-text">{stages[status]}</span> {STATUS_LOOKS[status].label()}
          </li>
        ))}
      </ul>
    </div>
  )
}
