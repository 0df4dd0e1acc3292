import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { Link } from 'react-router'
import { type Applicant, type Candidates, STATUSES } from '#contract/applications.ts'
import { languageOf } from '#contract/text-language.ts'
import { m } from '#contract/texts.ts'
import { formatDate } from '../lib/format.ts'
import { openChat } from '../lib/open-chat.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { applicantName, detailsButtonId, isShortcut } from './applicants.ts'
import { CoverLetterButton } from './CoverLetterButton.tsx'
import { CvButton } from './CvButton.tsx'
import { StatusHistory } from './StatusHistory.tsx'
import { STATUS_LOOKS } from './statuses.ts'
import { UnsentOutcome } from './UnsentOutcome.tsx'
import type { SetStatus } from './use-applicants.ts'

/** VAL-70 */
const MIN_LETTER_LENGTH = 5

type ApplicantDialogProps = {
  offer: Pick<Candidates, '_id' | 'skills'>
  applicant: Applicant
  /** The position among the applicants of J and K, from 1, and their number. */
  position: { number: number; of: number }
  /** Moves to the next (1) or previous (-1) one. */
  onStep: (step: 1 | -1) => void
  open: boolean
  onOpenChange: (open: boolean) => void
  onStatus: SetStatus
}

/** The details of an applicant, for the owner of the offer (PIPE-04, FLOW-09). */
export default function ApplicantDialog({
  offer,
  applicant,
  position,
  onStep,
  open,
  onOpenChange,
  onStatus,
}: ApplicantDialogProps) {
  const { _id: applicantId, user, coverLetter, status } = applicant
  const name = applicantName(applicant)
  const developer = user?.role.developer

  /** The chat takes the focus itself. */
  const opensChat = useRef(false)

  const content = useRef<HTMLDivElement>(null)
  const isFirst = position.number <= 1
  const isLast = position.number >= position.of

  const handleKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase()
    const step = key === 'j' ? 1 : key === 'k' ? -1 : undefined
    const chosen = STATUSES[Number(event.key) - 1]
    if (!isShortcut(event) || (!step && !chosen)) return
    event.preventDefault()
    if (chosen) return void (chosen !== status && onStatus({ applicantId, status: chosen }))
    if (!step || (step === 1 ? isLast : isFirst)) return
    // The next applicant may lack the control that has the focus.
    content.current?.closest<HTMLElement>('[role="dialog"]')?.focus({ preventScroll: true })
    onStep(step)
  })
  // On the document: the panel itself may have the focus.
  useEffect(() => {
    if (!open) return
    const listener = (event: KeyboardEvent) => handleKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [open])

  function startChat() {
    if (!user) return
    opensChat.current = true
    onOpenChange(false)
    openChat.with({ ...user, role: { type: 'developer' } })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      size="side"
      initialFocus={content}
      finalFocus={() => !opensChat.current && cardOrList(applicantId)}
    >
      {/* The keys work from here, and the first button may be of no use. */}
      <div ref={content} tabIndex={-1} className="space-y-6 outline-none">
        <div className="flex flex-wrap items-center gap-2 border-line border-b pb-4">
          <Button
            variant="outline"
            size="sm"
            aria-keyshortcuts="K"
            // Not `disabled`, which would take the focus from the button that was pressed.
            aria-disabled={isFirst}
            onClick={() => !isFirst && onStep(-1)}
          >
            <ChevronUp aria-hidden="true" />
            {m.applications_previous()}
          </Button>
          <Button
            variant="outline"
            size="sm"
            aria-keyshortcuts="J"
            aria-disabled={isLast}
            onClick={() => !isLast && onStep(1)}
          >
            <ChevronDown aria-hidden="true" />
            {m.applications_next()}
          </Button>
          <p role="status" className="text-muted text-sm tabular-nums">
            <span className="sr-only">{name} </span>
            {m.applications_position({ number: position.number, of: position.of })}
          </p>
          <p className="basis-full text-muted text-xs pointer-coarse:hidden">
            {m.applications_keys({ last: STATUSES.length })}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4">
          <Avatar src={user?.avatar} name={user?.name} surname={user?.surname} size={16} />
          <div className="min-w-0 flex-1 basis-48">
            {developer?.professionalPosition && (
              <p className="font-medium">{developer.professionalPosition}</p>
            )}
            <p className="text-muted text-sm">
              {[developer?.location, experience(developer?.experienceYears)].filter(Boolean).join(' · ')}
            </p>
            <p className="text-muted text-sm">
              {m.applications_applied_on({ date: formatDate(applicant.appliedDate) })}
            </p>
          </div>
          {user && (
            <Link to={paths.developer(user._id)} className={buttonStyles({ variant: 'outline' })}>
              {m.applications_view_profile()}
            </Link>
          )}
        </div>

        <Part title={m.applications_status()}>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and looks of its own. */}
          <div role="group" aria-label={m.applications_status()} className="flex flex-wrap gap-1">
            {STATUSES.map((one) => (
              <Chip
                key={one}
                className="px-2"
                pressed={one === status}
                pressedTone={STATUS_LOOKS[one].tone}
                onPressedChange={() => one !== status && void onStatus({ applicantId, status: one })}
              >
                {STATUS_LOOKS[one].label()}
              </Chip>
            ))}
          </div>
          <UnsentOutcome applicant={applicant} onStatus={onStatus} />
        </Part>

        {user && (
          <Part title={m.applications_contact()}>
            <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
              <Button onClick={startChat}>
                <MessageCircle aria-hidden="true" />
                {m.applications_chat()}
              </Button>
              <a
                href={`mailto:${user.email}`}
                className={cn(buttonStyles({ variant: 'outline' }), 'max-w-full shrink whitespace-normal')}
              >
                <Mail aria-hidden="true" />
                <span className="wrap-anywhere min-w-0">{user.email}</span>
              </a>
              {applicant.phone && (
                <a
                  href={`tel:${applicant.phone.replaceAll(' ', '')}`}
                  className={buttonStyles({ variant: 'outline' })}
                >
                  <Phone aria-hidden="true" />
                  {applicant.phone}
                </a>
              )}
            </div>
          </Part>
        )}

        <Part title={m.general_skills()}>
          {developer && developer.skills.length > 0 ? (
            <ChipList items={developer.skills} max={developer.skills.length} highlighted={offer.skills} />
          ) : (
            <p className="text-muted text-sm">{m.applications_no_skills()}</p>
          )}
          {developer && developer.languages.length > 0 && (
            <p className="mt-2 text-muted text-sm">
              {developer.languages
                .map(
                  ({ language, languageLevel: level }) =>
                    `${language} (${m.devs_language_level_name({ level })})`,
                )
                .join(', ')}
            </p>
          )}
        </Part>

        <Part
          title={m.applications_cover_letter()}
          aside={
            <div className="flex flex-wrap gap-2">
              <CvButton applicant={applicant} size="sm" />
              <CoverLetterButton
                offerId={offer._id}
                applicant={applicant}
                minLength={MIN_LETTER_LENGTH}
                label={m.applications_pdf()}
                size="sm"
              />
            </div>
          }
        >
          {coverLetter ? (
            <p
              dir="auto"
              lang={languageOf(coverLetter)}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by the keyboard.
              tabIndex={0}
              className="max-h-80 overflow-y-auto whitespace-pre-line rounded-control border border-line bg-sunken p-4 text-sm"
            >
              {coverLetter}
            </p>
          ) : (
            <p className="text-muted text-sm">{m.applications_no_cover_letter()}</p>
          )}
        </Part>

        <Part title={m.applications_status_history()}>
          <StatusHistory offerId={offer._id} applicantId={applicantId} />
        </Part>
      </div>
    </Dialog>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-base">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

function experience(years: string | undefined) {
  return years ? m.applications_experience({ years }) : ''
}

/** The card may have moved to another column, or out of the list that is shown. J and K lead beyond what is in view. */
function cardOrList(applicantId: string) {
  const button = document.getElementById(detailsButtonId(applicantId))
  button?.closest('article')?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  return button ?? document.querySelector<HTMLElement>('main [role="tab"][aria-selected="true"]')
}
