import ChevronDown from 'lucide-react/icons/chevron-down'
import type { KeyboardEvent } from 'react'
import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { applicantName, statusMenuId } from './applicants.ts'
import { isStatus, STATUS_LOOKS } from './statuses.ts'

type StatusSelectProps = {
  applicant: Applicant
  onChange: (status: Status) => void
  /** For the cards of the board. */
  dense?: boolean | undefined
  className?: string | undefined
}

/** The status as a small dropdown in its colour: any status may follow any other (PIPE-12, PIPE-13). */
export function StatusSelect({ applicant, onChange, dense, className }: StatusSelectProps) {
  return (
    <span className={cn('relative inline-block', className)}>
      <select
        id={statusMenuId(applicant._id)}
        onKeyDown={openInsteadOfChanging}
        aria-label={m.applications_status_of({ applicant: applicantName(applicant) })}
        value={applicant.status}
        onChange={({ target }) => {
          // Not every browser focuses what the mouse chose from; the focus follows the card.
          target.focus()
          if (isStatus(target.value)) onChange(target.value)
        }}
        className={cn(
          'w-full cursor-pointer appearance-none rounded-full border border-transparent py-0 font-medium text-xs pointer-coarse:h-11 forced-colors:border-[ButtonText] [&>option]:bg-raised [&>option]:text-text',
          dense ? 'h-6 pr-5 pl-2' : 'h-8 pr-7 pl-3',
          TONES[STATUS_LOOKS[applicant.status].tone],
        )}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LOOKS[status].label()}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute top-1/2 size-4 -translate-y-1/2 rounded-full',
          dense ? 'right-0.5' : 'right-2',
          TONES[STATUS_LOOKS[applicant.status].tone],
        )}
      />
    </span>
  )
}

const CHANGING_KEYS = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']

/** A key on the closed menu would change the status at once: it opens the menu, where the choice is confirmed. */
function openInsteadOfChanging(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, altKey, ctrlKey, metaKey, currentTarget } = event
  if (altKey || ctrlKey || metaKey) return
  const isLetter = key.length === 1 && key !== ' '
  if (!isLetter && !CHANGING_KEYS.includes(key)) return
  event.preventDefault()
  try {
    currentTarget.showPicker()
  } catch {
    // An old browser opens it by Space or Alt with an arrow.
  }
}
