import { useState } from 'react'
import { getLanguage } from '#contract/locale.ts'
import { m } from '#contract/texts.ts'
import { useFieldGroup } from './field-context.ts'
import { Select } from './Select.tsx'

type MonthPickerProps = {
  /** 'YYYY-MM', or '' while nothing is chosen. */
  value: string
  /** Called with a complete month, or with '' while the choice is incomplete. */
  onChange: (month: string) => void
  /** 'YYYY-MM' */
  min: string
  max: string
  disabled?: boolean | undefined
}

/** For a Field with `group`. Month and year as two selects: Firefox and Safari have no month input. */
export function MonthPicker({ value, onChange, min, max, disabled = false }: MonthPickerProps) {
  const group = useFieldGroup()
  // One half alone is no value for the form.
  const [draft, setDraft] = useState(partsOf(value))
  const [seenValue, setSeenValue] = useState(value)
  if (value !== seenValue) {
    setSeenValue(value)
    setDraft(partsOf(value))
  }
  const shown = value === '' ? draft : partsOf(value)
  const common = {
    disabled,
    'aria-required': group.required || undefined,
    'aria-invalid': group.invalid || undefined,
    'aria-describedby': group['aria-describedby'],
  }

  function choose(next: { year: string; month: string }) {
    const inRange = next.year === '' ? next : clampMonth(next, min, max)
    setDraft(inRange)
    onChange(inRange.year && inRange.month ? `${inRange.year}-${inRange.month}` : '')
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes its name from a legend, this one from its Field.
    <div role="group" aria-labelledby={group['aria-labelledby']}>
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Select
          {...common}
          id={group.controlId}
          aria-label={m.general_month_label()}
          placeholder={m.general_month_label()}
          value={shown.month}
          onChange={(event) => choose({ ...shown, month: event.target.value })}
          options={monthNames().map((name, index) => {
            const month = String(index + 1).padStart(2, '0')
            const whole = `${shown.year}-${month}`
            return { value: month, label: name, disabled: shown.year !== '' && (whole < min || whole > max) }
          })}
        />
        <Select
          {...common}
          id={group.controlId && `${group.controlId}-year`}
          aria-label={m.general_year_label()}
          placeholder={m.general_year_label()}
          value={shown.year}
          onChange={(event) => choose({ ...shown, year: event.target.value })}
          options={yearsBetween(min, max)}
        />
      </div>
    </div>
  )
}

/** January to December in the reader's language. */
const monthNames = () => {
  const format = new Intl.DateTimeFormat(getLanguage(), {
    month: 'long',
    timeZone: 'UTC',
  })
  return Array.from({ length: 12 }, (_, index) => format.format(Date.UTC(2000, index)))
}

function partsOf(value: string) {
  const [year = '', month = ''] = value.split('-')
  return { year, month }
}

/** The nearest month in the range: choosing the current year may leave the month in the future. */
function clampMonth({ year, month }: { year: string; month: string }, min: string, max: string) {
  if (month === '') return { year, month }
  const whole = `${year}-${month}`
  return partsOf(whole < min ? min : whole > max ? max : whole)
}

function yearsBetween(min: string, max: string) {
  const first = Number(min.slice(0, 4))
  const last = Number(max.slice(0, 4))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => String(last - index))
}
