import { useQuery } from '@tanstack/react-query'
import type { ApplicationsOfDay } from '#contract/own-offers.ts'
import { m } from '#contract/texts.ts'
import { formatCount, formatDate, formatDayMonth } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { dailyApplicationsQuery } from './offers.api.ts'

const HEIGHT = 150
/** Widths in percent, so that the text keeps its size on every screen. */
const STEP = 100 / 7
const BAR = 7.5
const TOP = 22
const BASE = HEIGHT - 22
const RADIUS = 4

/** Applications per day of the last week, as bars and as a table for screen readers. */
export function DailyChart({ recruiterId }: { recruiterId: string }) {
  const days = useQuery(dailyApplicationsQuery(recruiterId))
  return (
    <figure className="min-w-0">
      <figcaption className="mb-3 font-medium text-muted text-sm">{m.offers_per_day()}</figcaption>
      {days.isPending ? (
        <div aria-busy="true">
          <Skeleton className="h-[150px] w-full" />
        </div>
      ) : days.isLoadingError ? (
        <ErrorState
          compact
          message={m.offers_chart_failed()}
          onRetry={() => void days.refetch()}
          retrying={days.isFetching}
        />
      ) : (
        <>
          <Bars days={days.data} />
          <DaysTable days={days.data} />
        </>
      )}
    </figure>
  )
}

function Bars({ days }: { days: ApplicationsOfDay[] }) {
  const most = Math.max(...days.map((day) => day.applications))
  const highest = Math.max(1, most)
  return (
    <svg width="100%" height={HEIGHT} aria-hidden="true" className="text-primary">
      <line x2="100%" y1={BASE + 0.5} y2={BASE + 0.5} className="stroke-line" />
      {most === 0 && (
        <text x="50%" y={BASE / 2} textAnchor="middle" className="fill-muted text-sm">
          {m.offers_no_applications()}
        </text>
      )}
      {days.map(({ to, applications }, index) => {
        const height = (applications / highest) * (BASE - TOP)
        const centre = index * STEP + STEP / 2
        return (
          <g key={to}>
            {/* The nested viewport clips the lower round corners. */}
            <svg
              aria-hidden="true"
              x={`${centre - BAR / 2}%`}
              y={BASE - height}
              width={`${BAR}%`}
              height={height}
            >
              <rect
                width="100%"
                height={height + RADIUS}
                rx={RADIUS}
                className={index === days.length - 1 ? 'fill-secondary' : 'fill-primary'}
              />
            </svg>
            <text
              x={`${centre}%`}
              y={BASE - height - 6}
              textAnchor="middle"
              className="fill-text font-medium text-xs tabular-nums"
            >
              {formatCount(applications)}
            </text>
            <text x={`${centre}%`} y={HEIGHT - 5} textAnchor="middle" className="fill-muted text-xs">
              {formatDayMonth(to)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}

function DaysTable({ days }: { days: ApplicationsOfDay[] }) {
  return (
    // A wrapper, because a table grows to its content whatever its width.
    <div className="sr-only">
      <table>
        <caption>{m.offers_per_day_caption()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.offers_day()}</th>
            <th scope="col">{m.applications_title()}</th>
          </tr>
        </thead>
        <tbody>
          {days.map(({ to, applications }) => (
            <tr key={to}>
              <th scope="row">{formatDate(to)}</th>
              <td>{applications}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
