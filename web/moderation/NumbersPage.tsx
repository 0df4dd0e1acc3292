import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type DayNumbers, NUMBERS, type NumberKind } from '#contract/numbers.ts'
import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { formatCount, formatDate } from '../lib/format.ts'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { numbersQuery } from './moderation.api.ts'

const PERIODS = [7, 30, 90, 366] as const
const HEIGHT = 96

/** Statistics by day (MOD-06). */
export function NumbersPage() {
  const [search, setSearch] = useSearchParams()
  const days = PERIODS.find((period) => String(period) === search.get('days')) ?? 30
  const numbers = useQuery(numbersQuery(days))
  return (
    <Page title={m.moderation_numbers()} subtitle={m.moderation_numbers_text()}>
      <Field label={m.moderation_numbers_days()} className="mb-6 max-w-56">
        <Select
          value={String(days)}
          onChange={({ target }) => setSearch({ days: target.value }, { replace: true })}
          options={PERIODS.map((period) => ({
            value: String(period),
            label: m.moderation_numbers_last({ days: period }),
          }))}
        />
      </Field>
      {numbers.isPending ? (
        <div aria-busy="true" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {NUMBERS.map((kind) => (
            <Skeleton key={kind} className="h-44" />
          ))}
        </div>
      ) : numbers.isLoadingError ? (
        <ErrorState
          message={numbers.error.message}
          onRetry={() => void numbers.refetch()}
          retrying={numbers.isFetching}
        />
      ) : (
        <>
          <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {NUMBERS.map((kind) => (
              <Chart key={kind} kind={kind} days={numbers.data} />
            ))}
          </div>
          <details className="mt-6">
            <summary className="min-h-11 cursor-pointer py-2 font-medium">
              {m.moderation_numbers_table()}
            </summary>
            <DaysTable days={numbers.data} />
          </details>
        </>
      )}
    </Page>
  )
}

/** Hidden from screen readers, for which the table below has the same numbers. */
function Chart({ kind, days }: { kind: NumberKind; days: DayNumbers[] }) {
  const counts = days.map((day) => day[kind])
  const most = Math.max(...counts)
  const width = 100 / days.length
  const total = counts.reduce((sum, count) => sum + count, 0)
  const [first, last] = [days.at(0), days.at(-1)]
  return (
    <Card as="section" aria-label={m.moderation_number({ kind })}>
      <h2 className="text-base">{m.moderation_number({ kind })}</h2>
      <p className="mb-3 text-muted text-sm tabular-nums">
        {kind === 'jobsWaiting'
          ? m.moderation_numbers_most({ count: formatCount(most) })
          : m.moderation_numbers_total({ count: formatCount(total) })}
      </p>
      <svg width="100%" height={HEIGHT} aria-hidden="true">
        <line x2="100%" y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className="stroke-line" />
        {days.map(({ date, [kind]: count }, index) => (
          <rect
            key={date}
            x={`${index * width + width / 10}%`}
            width={`${width * 0.8}%`}
            y={HEIGHT - heightOf(count, most)}
            height={heightOf(count, most)}
            className={index === days.length - 1 ? 'fill-secondary' : 'fill-primary'}
          />
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-muted text-xs">
        <span>{formatDate(first?.date)}</span>
        <span>{formatDate(last?.date)}</span>
      </p>
    </Card>
  )
}

/** In pixels; at least 2 for a count above 0, so that it is visible. */
const heightOf = (count: number, most: number) => (count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT))

function DaysTable({ days }: { days: DayNumbers[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard
    <section tabIndex={0} aria-label={m.moderation_numbers_table()} className="overflow-x-auto">
      <table className="w-full border-collapse text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="p-2 text-left">
              {m.moderation_numbers_day()}
            </th>
            {NUMBERS.map((kind) => (
              <th key={kind} scope="col" className="p-2 text-right">
                {m.moderation_number({ kind })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap p-2 text-left font-normal">
                {formatDate(day.date)}
              </th>
              {NUMBERS.map((kind) => (
                <td key={kind} className="p-2 text-right">
                  {formatCount(day[kind])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
