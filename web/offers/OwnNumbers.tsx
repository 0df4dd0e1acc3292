import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { OwnNumbers as Numbers } from '#contract/own-offers.ts'
import { m, type Text } from '#contract/texts.ts'
import { formatCount, formatDays } from '../lib/format.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ownNumbersQuery } from './offers.api.ts'

const LABELS: Record<keyof Numbers, Text> = {
  open: m.offers_numbers_open,
  new: m.offers_numbers_new,
  waiting: m.offers_numbers_waiting,
  medianDays: m.offers_numbers_days,
}
const KEYS = Object.keys(LABELS) as (keyof Numbers)[]

/** The recruiter's numbers to act on. */
export function OwnNumbers({ since }: { since: string | undefined }) {
  const numbers = useQuery(ownNumbersQuery(since))
  if (numbers.isLoadingError) {
    return (
      <ErrorState
        compact
        message={numbers.error.message}
        onRetry={() => void numbers.refetch()}
        retrying={numbers.isFetching}
      />
    )
  }
  return (
    <dl aria-busy={numbers.isPending} className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4">
      {KEYS.map((key) => (
        <div key={key} className="flex flex-col-reverse justify-end gap-1">
          <dt className="text-balance text-muted text-sm">{LABELS[key]()}</dt>
          <dd className="font-bold font-display text-2xl tabular-nums sm:text-3xl">
            {numbers.data ? (
              key === 'open' ? (
                <Link
                  to={{ search: '?state=published' }}
                  preventScrollReset
                  aria-label={`${LABELS[key]()}: ${shown(numbers.data, key)}`}
                  className="target inline-block min-w-11 text-text no-underline hover:text-primary"
                >
                  {shown(numbers.data, key)}
                </Link>
              ) : (
                shown(numbers.data, key)
              )
            ) : (
              <Skeleton className="h-9 w-16" />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const shown = (numbers: Numbers, key: keyof Numbers) => {
  const value = numbers[key]
  if (value === null) return '–'
  return key === 'medianDays' ? formatDays(value) : formatCount(value)
}
