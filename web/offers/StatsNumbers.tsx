import { useQuery } from '@tanstack/react-query'
import type { RecruiterStats } from '#contract/offers.ts'
import { formatCount } from '../lib/format.ts'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { statsQuery } from './offers.api.ts'

const LABELS: Record<keyof RecruiterStats, string> = {
  totalOffers: 'Total offers',
  totalApplicants: 'Total applicants',
  avgDailyApplicationsLast7Days: 'Avg. daily applications (last 7 days)',
  avgApplicationsPerOffer: 'Avg. applications per offer',
  applicationsLast7Days: 'Applications (last 7 days)',
}
const KEYS = Object.keys(LABELS) as (keyof RecruiterStats)[]

/** The five numbers over the open offers of a recruiter, for that recruiter (DECISION 70). */
export function StatsNumbers({ recruiterId, wide }: { recruiterId: string; wide?: boolean }) {
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
      className={cn('grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3', wide && 'lg:grid-cols-5')}
    >
      {KEYS.map((key) => (
        <div key={key} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-balance text-muted text-sm">{LABELS[key]}</dt>
          <dd className="font-bold font-display text-3xl tabular-nums">
            {stats.data ? formatCount(stats.data[key]) : <Skeleton className="h-9 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
