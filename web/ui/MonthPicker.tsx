import { useState } from 'react'
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
  /** Needed when there is no Field around it. */
  label?: string | undefined
  disabled?: boolean | undefined
  onBlur?: (() => void) | undefined
  className?: string | undefined
}

/** Month and year as two selects: Firefox and Safari have no month input. */
export function MonthPicker({
  value,
  onChange,
  min,
  max,
  label,
  disabled,
  onBlur,
  className,
}: MonthPickerProps) {
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
    disabled: disabled ?? false,
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
    <div
      role="group"
      aria-label={label}
      aria-labelledby={label ? undefined : group['aria-labelledby']}
      className={className}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur?.()
      }}
    >
      <div className="grid grid-cols-[3fr_2fr] gap-2">
        <Select
          {...common}
          id={group.controlId}
          aria-label="Month"
          placeholder="Month"
          value={shown.month}
          onChange={(event) => choose({ ...shown, month: event.target.value })}
          options={monthNames.map((name, index) => {
            const month = String(index + 1).padStart(2, '0')
            const whole = `${shown.year}-${month}`
            return { value: month, label: name, disabled: shown.year !== '' && (whole < min || whole > max) }
          })}
        />
        <Select
          {...common}
          id={group.controlId && `${group.controlId}-year`}
          aria-label="Year"
          placeholder="Year"
          value={shown.year}
          onChange={(event) => choose({ ...shown, year: event.target.value })}
          options={yearsBetween(min, max)}
        />
      </div>
    </div>
  )
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

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
