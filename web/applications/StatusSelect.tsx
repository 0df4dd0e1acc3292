import ChevronDown from 'lucide-react/icons/chevron-down'
import { type Applicant, STATUSES, type Status } from '#contract/applications.ts'
import { cn } from '../ui/cn.ts'
import { TONES } from '../ui/Tag.tsx'
import { applicantName } from './applicants.ts'
import { isStatus, STATUS_LOOKS } from './statuses.ts'

type StatusSelectProps = {
  applicant: Applicant
  onChange: (status: Status) => void
  className?: string | undefined
}

/** The status as a small dropdown in its colour: any status may follow any other (PIPE-12, PIPE-13). */
export function StatusSelect({ applicant, onChange, className }: StatusSelectProps) {
  return (
    <span className={cn('relative inline-block', className)}>
      <select
        aria-label={`Status of ${applicantName(applicant)}`}
        value={applicant.status}
        onChange={({ target }) => isStatus(target.value) && onChange(target.value)}
        className={cn(
          'h-8 w-full cursor-pointer appearance-none rounded-full border border-transparent py-0 pr-7 pl-3 font-medium text-xs pointer-coarse:h-11 forced-colors:border-[ButtonText] [&>option]:bg-raised [&>option]:text-text',
          TONES[STATUS_LOOKS[applicant.status].tone],
        )}
      >
        {STATUSES.map((status) => (
          <option key={status} value={status}>
            {STATUS_LOOKS[status].label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden="true"
        className={cn(
          'pointer-events-none absolute top-1/2 right-2 size-4 -translate-y-1/2 rounded-full',
          TONES[STATUS_LOOKS[applicant.status].tone],
        )}
      />
    </span>
  )
}
