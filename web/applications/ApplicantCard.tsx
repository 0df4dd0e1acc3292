import Maximize2 from 'lucide-react/icons/maximize-2'
import { type KeyboardEvent, memo, type ReactNode } from 'react'
import { Link } from 'react-router'
import { type Applicant, STATUSES } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { formatDate, formatDayMonth } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { applicantName, detailsButtonId, focusedControl, isShortcut } from './applicants.ts'
import { StatusSelect } from './StatusSelect.tsx'
import { UnsentOutcome } from './UnsentOutcome.tsx'
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
  wide = false,
  className,
}: CandidateCardProps) {
  const { _id, user, status, appliedDate } = applicant
  const name = applicantName(applicant)
  const skills = user?.role.developer.skills ?? []
  // The columns of the board have headings of their own.
  const Heading = wide ? 'h2' : 'h3'

  /** The stages by 1 to 5 (FLOW-09). */
  function handleKeyDown(event: KeyboardEvent) {
    const next = STATUSES[Number(event.key) - 1]
    if (!next || next === status || !isShortcut(event)) return
    event.preventDefault()
    // The focused control, or else the details, keeps the focus after the move.
    document.getElementById(focusedControl(_id))?.focus()
    void onStatus({ applicantId: _id, status: next })
  }

  const details = (
    <IconButton
      id={detailsButtonId(_id)}
      label={m.applications_details_of({ name })}
      size="sm"
      onClick={() => onOpen(_id)}
      className={wide ? undefined : 'pointer-fine:size-6'}
    >
      <Maximize2 aria-hidden="true" />
    </IconButton>
  )
  const chips =
    skills.length > 0 ? (
      <ChipList
        items={skills}
        max={MAX_CHIPS}
        highlighted={offerSkills}
        className={wide ? undefined : DENSE_CHIPS}
      />
    ) : (
      <p className="text-muted text-xs">{m.applications_no_skills()}</p>
    )
  const select = (
    <StatusSelect
      applicant={applicant}
      onChange={(next) => onStatus({ applicantId: _id, status: next })}
      dense={!wide}
      className={wide ? 'min-w-0 flex-1' : 'ml-auto'}
    />
  )
  return (
    // The card opens as a whole by pointer; by keyboard its button does.
    <article
      aria-label={name}
      onClick={({ target }) => !isControl(target) && onOpen(_id)}
      onKeyDown={handleKeyDown}
      className={cn(
        'group relative rounded-card border border-line bg-surface',
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
          <p className="flex gap-2 text-muted text-xs">
            <span className="truncate">{user?.role.developer.professionalPosition}</span>
            {!wide && <span className="ml-auto shrink-0">{formatDayMonth(appliedDate)}</span>}
          </p>
          {wide && <p className="text-muted text-xs">{formatDate(appliedDate)}</p>}
        </div>
        {!wide && (
          <div className={CONTROLS}>
            {details}
            {grip}
          </div>
        )}
      </div>
      {wide ? (
        <>
          <div className="mt-2.5 sm:mt-0 sm:flex-1">{chips}</div>
          {/* On its own line: no room beside name and skills. */}
          <div className="empty:hidden sm:order-last sm:basis-full">
            <UnsentOutcome applicant={applicant} onStatus={onStatus} />
          </div>
          <div className="mt-3 flex items-center justify-between gap-2 sm:mt-0 sm:w-48 sm:shrink-0">
            {select}
            {details}
          </div>
        </>
      ) : (
        <>
          {/* One flow: the last row of the skills has room for the menu. */}
          <div className="mt-1.5 flex flex-wrap items-center gap-0.5">
            {chips}
            {select}
          </div>
          <UnsentOutcome applicant={applicant} onStatus={onStatus} />
        </>
      )}
    </article>
  )
})

/** With a mouse the names have their place, until the card is looked at. */
const CONTROLS =
  'flex shrink-0 pointer-coarse:-mt-1 pointer-coarse:-mr-1 pointer-fine:absolute pointer-fine:top-0.5 pointer-fine:right-0.5 pointer-fine:rounded-control pointer-fine:bg-surface pointer-fine:opacity-0 pointer-fine:group-focus-within:opacity-100 pointer-fine:group-hover:opacity-100'

const DENSE_CHIPS =
  'contents [&_li]:flex [&_button]:h-5 [&_button]:px-1 [&_li]:gap-0.5 [&_li>span]:h-5 [&_li>span]:px-1.5 [&_li>span]:text-[0.6875rem]'

const isControl = (target: EventTarget) => target instanceof Element && target.closest('a, button, select')
