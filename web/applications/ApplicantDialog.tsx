import Mail from 'lucide-react/icons/mail'
import MessageCircle from 'lucide-react/icons/message-circle'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Applicant, type Candidates, STATUSES } from '#contract/applications.ts'
import { formatDate } from '../lib/format.ts'
import { openChat } from '../lib/open-chat.ts'
import { paths } from '../paths.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { ChipList } from '../ui/ChipList.tsx'
import { cn } from '../ui/cn.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { applicantName } from './applicants.ts'
import { CoverLetterButton } from './CoverLetterButton.tsx'
import { CvButton } from './CvButton.tsx'
import { StatusHistory } from './StatusHistory.tsx'
import { STATUS_LOOKS } from './statuses.ts'
import type { SetStatus } from './use-applicants.ts'

/** VAL-70 */
const MIN_LETTER_LENGTH = 5

type ApplicantDialogProps = {
  offer: Pick<Candidates, '_id' | 'skills'>
  applicant: Applicant
  open: boolean
  onOpenChange: (open: boolean) => void
  onStatus: SetStatus
}

/** The details of an applicant, for the owner of the offer (PIPE-04). */
export default function ApplicantDialog({
  offer,
  applicant,
  open,
  onOpenChange,
  onStatus,
}: ApplicantDialogProps) {
  const { _id: applicantId, user, coverLetter, status } = applicant
  const name = applicantName(applicant)
  const developer = user?.role.developer

  function startChat() {
    if (!user) return
    onOpenChange(false)
    openChat.with({ ...user, role: { type: 'developer' } })
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={name} size="lg">
      <div className="space-y-6">
        <div className="flex flex-wrap items-center gap-4">
          <Avatar src={user?.avatar} name={user?.name} surname={user?.surname} size={16} />
          <div className="min-w-0 flex-1 basis-48">
            {developer?.professionalPosition && (
              <p className="font-medium">{developer.professionalPosition}</p>
            )}
            <p className="text-muted text-sm">
              {[developer?.location, experience(developer?.experienceYears)].filter(Boolean).join(' · ')}
            </p>
            <p className="text-muted text-sm">Applied on {formatDate(applicant.appliedDate)}</p>
          </div>
          {user && (
            <Link to={paths.developer(user._id)} className={buttonStyles({ variant: 'outline' })}>
              View profile
            </Link>
          )}
        </div>

        <Part title="Status">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a legend and looks of its own. */}
          <div role="group" aria-label="Status" className="flex flex-wrap gap-2">
            {STATUSES.map((one) => (
              <Chip
                key={one}
                pressed={one === status}
                onPressedChange={() => void onStatus({ applicantId, status: one })}
              >
                {STATUS_LOOKS[one].label}
              </Chip>
            ))}
          </div>
        </Part>

        {user && (
          <Part title="Contact">
            <div className="flex flex-col gap-2 sm:flex-row sm:flex-wrap">
              <Button onClick={startChat}>
                <MessageCircle aria-hidden="true" />
                Chat
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

        <Part title="Skills">
          {developer && developer.skills.length > 0 ? (
            <ChipList items={developer.skills} max={developer.skills.length} highlighted={offer.skills} />
          ) : (
            <p className="text-muted text-sm">No skills registered</p>
          )}
          {developer && developer.languages.length > 0 && (
            <p className="mt-2 text-muted text-sm">
              {developer.languages
                .map(({ language, languageLevel }) => `${language} (${languageLevel})`)
                .join(', ')}
            </p>
          )}
        </Part>

        <Part
          title="Cover letter"
          aside={
            <div className="flex flex-wrap gap-2">
              <CvButton applicant={applicant} size="sm" />
              <CoverLetterButton
                offerId={offer._id}
                applicant={applicant}
                minLength={MIN_LETTER_LENGTH}
                label="PDF"
                size="sm"
              />
            </div>
          }
        >
          {coverLetter ? (
            <p
              dir="auto"
              className="max-h-80 overflow-y-auto whitespace-pre-line rounded-control border border-line bg-sunken p-4 text-sm"
            >
              {coverLetter}
            </p>
          ) : (
            <p className="text-muted text-sm">No cover letter.</p>
          )}
        </Part>

        <Part title="Status history">
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
  if (!years) return ''
  return years === '1' ? '1 year of experience' : `${years} years of experience`
}
