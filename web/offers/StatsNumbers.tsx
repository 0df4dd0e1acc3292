import { useQuery } from '@tanstack/react-query'
import type { RecruiterStats } from '#contract/own-offers.ts'
import { m, type Text } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { statsQuery } from './offers.api.ts'

const LABELS: Record<keyof RecruiterStats, Text> = {
  totalOffers: m.offers_total,
  totalApplicants: m.offers_total_applicants,
  avgDailyApplicationsLast7Days: m.offers_daily_applications,
  avgApplicationsPerOffer: m.offers_applications_per_offer,
  applicationsLast7Days: m.offers_applications_last_days,
}
const KEYS = Object.keys(LABELS) as (keyof RecruiterStats)[]

type StatsNumbersProps = {
  recruiterId: string
  /** Less prominent, beside more important numbers. */
  compact?: boolean
}

/** The five statistics of a recruiter's open offers, for that recruiter (decision 45). */
export function StatsNumbers({ recruiterId, compact = false }: StatsNumbersProps) {
  const stats = useQuery(statsQuery(recruiterId))
  if (stats.isLoadingError) {
    return (
      <ErrorState
        compact
        message={stats.error.message}
        onRetry={() => void stats.refetch()}
        retrying={stats.isFetching}
      />
    )
  }
  return (
    <dl
      aria-busy={stats.isPending}
      className={cn(
        'grid sm:grid-cols-5 sm:gap-x-4',
        compact ? 'gap-y-1 border-line lg:border-t lg:pt-4' : 'divide-y divide-line sm:divide-y-0',
      )}
    >
      {KEYS.map((key) => (
        <div
          key={key}
          className={cn(
            'flex items-center justify-between gap-4 max-sm:first:pt-0 max-sm:last:pb-0 sm:flex-col-reverse sm:items-start sm:justify-end sm:gap-1 sm:py-0',
            !compact && 'py-2.5',
          )}
        >
          <dt className={cn('text-balance text-muted', compact ? 'text-xs' : 'text-sm')}>{LABELS[key]()}</dt>
          <dd
            className={cn(
              'tabular-nums',
              compact ? 'font-medium text-sm' : 'font-bold font-display text-2xl sm:text-3xl',
            )}
          >
            {stats.data ? (
              formatCount(stats.data[key])
            ) : (
              <Skeleton className={compact ? 'h-5 w-10' : 'h-9 w-16'} />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
