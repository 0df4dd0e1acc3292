import { useQuery } from '@tanstack/react-query'
import type { TimelineEvent } from '#contract/applications.ts'
import { m, type Text } from '#contract/texts.ts'
import { formatMoment } from '../lib/format.ts'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { TONES } from '../ui/Tag.tsx'
import { timelineQuery } from './own-applications.api.ts'
import { STATUS_LOOKS } from './statuses.ts'

/** The events of an own application, oldest first. `last` limits it to the newest. */
export function Timeline({ applicationId, last }: { applicationId: string; last?: number }) {
  const timeline = useQuery(timelineQuery(applicationId))
  if (timeline.isPending) {
    return (
      <div aria-busy="true" className="space-y-4">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    )
  }
  if (timeline.isLoadingError) {
    return (
      <ErrorState
        compact
        message={timeline.error.message}
        onRetry={() => void timeline.refetch()}
        retrying={timeline.isFetching}
      />
    )
  }
  const events = last === undefined ? timeline.data : timeline.data.slice(-last)
  return (
    <ol className="space-y-4 border-line border-s ps-5 text-sm">
      {events.map((event) => (
        <li key={event.at + event.kind + (event.to ?? '')} className="relative">
          <span
            aria-hidden="true"
            className={cn(
              event.to ? TONES[STATUS_LOOKS[event.to].tone] : 'text-muted',
              'absolute top-1.5 -start-[1.6rem] size-2.5 rounded-full bg-current forced-colors:bg-[CanvasText]',
            )}
          />
          <span className="block font-medium">{textOf(event)}</span>
          <span className="text-muted">
            {[event.by?.name, formatMoment(event.at)].filter(Boolean).join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}

const TEXTS: Record<Exclude<TimelineEvent['kind'], 'status'>, Text> = {
  applied: m.applications_event_applied,
  answered: m.applications_event_answered,
  'no-answer': m.applications_event_no_answer,
  reminded: m.applications_event_reminded,
  withdrawn: m.applications_event_withdrawn,
  interview: m.applications_event_interview,
  closed: m.applications_event_closed,
}

const textOf = ({ kind, to }: TimelineEvent) =>
  kind === 'status' ? STATUS_LOOKS[to ?? 'pending'].label() : TEXTS[kind]()
