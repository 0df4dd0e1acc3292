import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { m } from '#contract/texts.ts'
import { formatMoment } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { historyQuery } from './applications.api.ts'
import { StatusTag } from './StatusTag.tsx'

/** The status changes of an applicant, newest first. */
export function StatusHistory({ offerId, applicantId }: { offerId: string; applicantId: string }) {
  const history = useQuery(historyQuery(offerId, applicantId))
  if (history.isPending) {
    return (
      <div aria-busy="true" className="space-y-2">
        <Skeleton className="h-6 w-2/3" />
      </div>
    )
  }
  if (history.isLoadingError) {
    return (
      <ErrorState
        compact
        message={history.error.message}
        onRetry={() => void history.refetch()}
        retrying={history.isFetching}
      />
    )
  }
  return (
    <ol className="space-y-2 text-sm">
      {history.data.toReversed().map(({ from, to, changedByName, changedAt }) => (
        <li key={changedAt + to} className="flex flex-wrap items-center gap-x-2 gap-y-1">
          {from && (
            <>
              <StatusTag status={from} />
              <ArrowRight role="img" aria-label={m.applications_status_to()} className="size-4 text-muted" />
            </>
          )}
          <StatusTag status={to} />
          <span className="text-muted">
            {[from ? changedByName : m.applications_applied(), formatMoment(changedAt)]
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </ol>
  )
}
