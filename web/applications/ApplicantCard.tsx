import Maximize2 from 'lucide-react/icons/maximize-2'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { formatDate, formatDayMonth } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { applicantName, detailsButtonId } from './applicants.ts'
import { StatusSelect } from './StatusSelect.tsx'
import { UnsentDecision } from './UnsentDecision.tsx'
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
  const details = (
    <IconButton
      id={detailsButtonId(_id)}
      label={m.applications_details_of({ name })}
      size="sm"
      onClick={() => onOpen(_id)}
      className={wide ? undefined : '-mt-1 -mr-1'}
    >
      <Maximize2 aria-hidden="true" />
    </IconButton>
  )
  return (
    // The card opens as a whole by pointer; by keyboard its button does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <article
      aria-label={name}
      onClick={({ target }) => !isControl(target) && onOpen(_id)}
      className={cn(
        'rounded-card border border-line bg-surface',
        wide ? 'p-3 sm:flex sm:flex-wrap sm:items-center sm:gap-x-6 sm:gap-y-2 sm:p-4' : 'p-1.5',
        className,
      )}
    >
      <div className={cn('flex min-w-0 items-start', wide ? 'gap-3 sm:flex-1' : 'gap-2')}>
        {/* The columns of a narrow board have room for the name only. */}
        <span className={cn('shrink-0', !wide && 'lg:max-[80rem]:hidden')}>
          <Avatar src={user?.avatar} name={user?.name} surname={user?.surname} size={wide ? 12 : 8} />
        </span>
        <div className="min-w-0 flex-1">
          <Heading
            className={cn(
              'font-medium font-sans text-sm leading-tight tracking-normal',
              wide && '-m-0.5 line-clamp-3 p-0.5 pointer-coarse:line-clamp-none',
            )}
          >
            {user ? (
              <Link
                to={paths.developer(user._id)}
                title={wide ? undefined : name}
                className={cn(
                  'target text-text no-underline hover:text-primary focus-visible:outline-offset-0',
                  !wide && 'block truncate',
                )}
              >
                {name}
              </Link>
            ) : (
              name
            )}
          </Heading>
          <p className="truncate text-muted text-xs">{user?.role.developer.professionalPosition}</p>
          {wide && <p className="text-muted text-xs">{formatDate(appliedDate)}</p>}
        </div>
        {!wide && details}
        {grip}
      </div>
      <div className={wide ? 'mt-2.5 sm:mt-0 sm:flex-1' : 'mt-1'}>
        {skills.length > 0 ? (
          <ChipList
            items={skills}
            max={MAX_CHIPS}
            highlighted={offerSkills}
            className={wide ? undefined : DENSE_CHIPS}
          />
        ) : (
          <p className="text-muted text-xs">{m.applications_no_skills()}</p>
        )}
      </div>
      {/* On its own line in a list: no room beside name and skills. */}
      <div className={wide ? 'empty:hidden sm:order-last sm:basis-full' : undefined}>
        <UnsentDecision applicant={applicant} onStatus={onStatus} />
      </div>
      <div
        className={cn(
          'flex items-center justify-between gap-2',
          wide ? 'mt-3 sm:mt-0 sm:w-48 sm:shrink-0' : 'mt-1',
        )}
      >
        <StatusSelect
          applicant={applicant}
          onChange={(status) => onStatus({ applicantId: _id, status })}
          dense={!wide}
          className="min-w-0 flex-1"
        />
        {wide ? details : <p className="shrink-0 text-muted text-xs">{formatDayMonth(appliedDate)}</p>}
      </div>
    </article>
  )
})

/** One row where a column is wide enough, so that six cards fit into a window of 900 px (FLOW-09). */
const DENSE_CHIPS =
  'gap-0.5 wide:flex-nowrap [&_li]:flex [&_button]:h-5 [&_button]:px-1 [&_li>span]:h-5 [&_li>span]:px-1 [&_li>span]:text-[0.6875rem] [&_li]:min-w-0 [&_li]:gap-0.5'

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button, select')
