import { type ReactNode, useState } from 'react'
import { m } from '#contract/texts.ts'
import { currentMonth, FIRST_MONTH } from '#contract/values.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Field } from '../ui/Field.tsx'
import { MonthPicker } from '../ui/MonthPicker.tsx'
import { normalisePeriod, type Period } from './period.ts'

type PeriodFieldsProps = {
  value: Period
  onChange: (period: Period) => void
  errors: { startDate?: string | undefined; endDate?: string | undefined }
  /** The checkbox that removes the end: 'Actualidad' or 'Current'. */
  ongoingLabel: ReactNode
}

/** Start and end as months from 1990-01 to now (VAL-18, VAL-19). */
export function PeriodFields({ value, onChange, errors, ongoingLabel }: PeriodFieldsProps) {
  const [lastMonth] = useState(() => currentMonth())
  const change = (changes: Partial<Period>) => onChange(normalisePeriod({ ...value, ...changes }))
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label={m.careers_start_date()} group required error={errors.startDate}>
        <MonthPicker
          value={value.startDate}
          min={FIRST_MONTH}
          max={lastMonth}
          onChange={(startDate) => change({ startDate })}
        />
      </Field>
      <div className="space-y-1.5">
        <Field label={m.careers_end_date()} group required={!value.isOngoing} error={errors.endDate}>
          <MonthPicker
            value={value.endDate}
            min={FIRST_MONTH}
            max={lastMonth}
            disabled={value.isOngoing}
            onChange={(endDate) => change({ endDate })}
          />
        </Field>
        <Checkbox
          label={ongoingLabel}
          checked={value.isOngoing}
          onChange={(event) => change({ isOngoing: event.target.checked })}
        />
      </div>
    </div>
  )
}
