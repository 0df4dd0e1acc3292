import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { DailyChart } from './DailyChart.tsx'
import { OwnNumbers } from './OwnNumbers.tsx'
import { dailyApplicationsQuery, ownNumbersQuery, statsQuery } from './offers.api.ts'
import { StatsNumbers } from './StatsNumbers.tsx'

const CARD = 'rounded-card border border-line bg-surface p-5'
const NARROW_CARD = 'max-lg:rounded-card max-lg:border max-lg:border-line max-lg:bg-surface max-lg:p-5'

/**
 * The statistics of the dashboard (DASH-02). In narrow windows the totals and the chart are below the offers: the parent is
 * a flex column.
 */
export function OwnStats({ recruiterId, since }: { recruiterId: string; since: string | undefined }) {
  const numbers = useQuery(ownNumbersQuery(since))
  const stats = useQuery(statsQuery(recruiterId))
  const days = useQuery(dailyApplicationsQuery(recruiterId))
  const all = [numbers, stats, days]

  // One error rather than three.
  if (all.every((query) => query.isLoadingError)) {
    return (
      <section aria-label={m.offers_stats()} className={`${CARD} mb-8`}>
        <ErrorState
          compact
          message={stats.error?.message}
          onRetry={() => all.forEach((query) => void query.refetch())}
          retrying={all.some((query) => query.isFetching)}
        />
      </section>
    )
  }
  return (
    <section
      aria-label={m.offers_stats()}
      className="items-center gap-x-12 gap-y-6 max-lg:contents lg:mb-8 lg:grid lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:rounded-card lg:border lg:border-line lg:bg-surface lg:p-6"
    >
      <div className={`${NARROW_CARD} max-lg:mb-6`}>
        <OwnNumbers since={since} />
      </div>
      <div className={`${NARROW_CARD} max-lg:order-last max-lg:mt-10`}>
        <StatsNumbers compact recruiterId={recruiterId} />
      </div>
      <div
        className={`${NARROW_CARD} max-lg:order-last max-lg:mt-4 lg:col-start-2 lg:row-span-2 lg:row-start-1`}
      >
        <DailyChart recruiterId={recruiterId} />
      </div>
    </section>
  )
}
