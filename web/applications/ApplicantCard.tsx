import Maximize2 from 'lucide-react/icons/maximize-2'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applications.ts'
import { formatDate } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { applicantName } from './applicants.ts'
import { StatusSelect } from './StatusSelect.tsx'
import type { SetStatus } from './use-applicants.ts'

const MAX_CHIPS = 4

type CandidateCardProps = {
  applicant: Applicant
  /** Matching skills come first and in green (PIPE-16). */
  offerSkills: readonly string[]
  onStatus: SetStatus
  onOpen: (applicantId: string) => void
  /** The drag handle for the keyboard, on the board. */
  grip?: ReactNode
  /** Lists have more room than columns. */
  wide?: boolean | undefined
  className?: string | undefined
}

export const ApplicantCard = memo(function ApplicantCard({
  applicant,
  offerSkills,
  onStatus,
  onOpen,
  grip,
  wide,
  className,
}: CandidateCardProps) {
  const { _id, user, appliedDate } = applicant
  const name = applicantName(applicant)
  const skills = user?.role.developer.skills ?? []
  // The columns of the board have headings of their own.
  const Heading = wide ? 'h2' : 'h3'
  return (
    <article
      aria-label={name}
      className={cn(
        'rounded-card border border-line bg-surface p-3',
        wide && 'sm:flex sm:items-center sm:gap-6 sm:p-4',
        className,
      )}
    >
      <div className="flex min-w-0 items-start gap-3 sm:flex-1">
        {/* The columns of a narrow board have room for the name only. */}
        <span className={cn('shrink-0', !wide && 'lg:max-[70rem]:hidden')}>
          <Avatar src={user?.avatar} name={user?.name} surname={user?.surname} size={12} />
        </span>
        <div className="min-w-0 flex-1">
          <Heading className="-m-0.5 line-clamp-3 p-0.5 font-medium font-sans text-sm leading-snug tracking-normal pointer-coarse:line-clamp-none">
            {user ? (
              <Link
                to={paths.developer(user._id)}
                className="target text-text no-underline hover:text-primary focus-visible:outline-offset-0"
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </Heading>
          <p className="truncate text-muted text-xs">{user?.role.developer.professionalPosition}</p>
          <p className="text-muted text-xs">{formatDate(appliedDate)}</p>
        </div>
        {grip}
      </div>
      <div className={cn('mt-2.5', wide && 'sm:mt-0 sm:flex-1')}>
        {skills.length > 0 ? (
          <ChipList items={skills} max={MAX_CHIPS} highlighted={offerSkills} />
        ) : (
          <p className="text-muted text-xs">No skills registered</p>
        )}
      </div>
      <div
        className={cn('mt-3 flex items-center justify-between gap-2', wide && 'sm:mt-0 sm:w-48 sm:shrink-0')}
      >
        <StatusSelect
          applicant={applicant}
          onChange={(status) => onStatus({ applicantId: _id, status })}
          className="min-w-0 flex-1"
        />
        <IconButton label={`Details of ${name}`} size="sm" onClick={() => onOpen(_id)}>
          <Maximize2 aria-hidden="true" />
        </IconButton>
      </div>
    </article>
  )
})
