import { useQuery } from '@tanstack/react-query'
import type { RecruiterStats } from '#contract/offers.ts'
import { m, type Text } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
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

/** The five statistics of a recruiter's open offers, for that recruiter (decision 45). */
export function StatsNumbers({ recruiterId }: { recruiterId: string }) {
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
      className="grid divide-y divide-line sm:grid-cols-5 sm:gap-x-4 sm:divide-y-0"
    >
      {KEYS.map((key) => (
        <div
          key={key}
          className="flex items-center justify-between gap-4 py-2.5 max-sm:first:pt-0 max-sm:last:pb-0 sm:flex-col-reverse sm:items-start sm:justify-end sm:gap-1 sm:py-0"
        >
          <dt className="text-balance text-muted text-sm">{LABELS[key]()}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums sm:text-3xl">
            {stats.data ? formatCount(stats.data[key]) : <Skeleton className="h-9 w-16" />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
