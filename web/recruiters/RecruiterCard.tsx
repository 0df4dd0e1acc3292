import CalendarDays from 'lucide-react/icons/calendar-days'
import Globe from 'lucide-react/icons/globe'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import Pencil from 'lucide-react/icons/pencil'
import Phone from 'lucide-react/icons/phone'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RecruiterPublic } from '#contract/recruiters.ts'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { EXTERNAL_LINK, shownAddress } from '../lib/external-link.ts'
import { formatMonth, fullName } from '../lib/format.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { useReopenedForm } from '../lib/use-reopened-form.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { paths, personPath } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { WrittenText } from '../ui/WrittenText.tsx'
import { PublicViewLink } from '../users/PublicView.tsx'
import { VerifiedMark } from '../verification/VerifiedMark.tsx'
import { ResponsivenessNote } from './ResponsivenessNote.tsx'

const EditRecruiterDialog = lazyDialog(() => import('./EditRecruiterDialog.tsx'))

/** The recruiter with the contact details of the company (REC-01 to REC-03). */
export function RecruiterCard({ recruiter, isOwner }: { recruiter: RecruiterPublic; isOwner: boolean }) {
  const { companyName, location, sector, website, contact } = recruiter.role.recruiter
  const { id } = useAuth()
  return (
    <Card as="section" padding="lg" aria-label={m.general_profile()} className="md:p-8">
      <div className="flex flex-col gap-6 md:flex-row md:gap-8">
        <Avatar
          src={recruiter.avatar}
          name={recruiter.name}
          surname={recruiter.surname}
          size={32}
          loading="eager"
        />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
            <div className="min-w-0">
              <h1 className="text-2xl md:text-4xl">{fullName(recruiter)}</h1>
              <p className="mt-1 text-secondary md:text-lg">
                {[companyName, sector].filter(Boolean).join(' · ')}
              </p>
            </div>
            {isOwner && (
              <div className="flex flex-wrap gap-2">
                <EditButton />
                <PublicViewLink />
              </div>
            )}
            {id !== recruiter._id && <ReportButton kind="user" id={recruiter._id} className="text-muted" />}
          </div>
          <div className="mt-3 grid gap-2">
            <VerifiedMark verified={recruiter.verified} explained={!isOwner} />
            {isOwner && (
              <Link
                to={paths.companySettings()}
                className="inline-flex min-h-11 items-center text-link text-sm"
              >
                {m.recruiters_verify()}
              </Link>
            )}
            <ResponsivenessNote responsiveness={recruiter.responsiveness} explained />
          </div>
          <ul className="mt-5 grid gap-x-8 gap-y-2.5 sm:grid-cols-2 md:max-lg:grid-cols-1">
            <Fact icon={<MapPin />} label={m.general_location()} value={location} />
            <Fact
              icon={<Mail />}
              label={m.recruiters_contact_email()}
              value={contact.email}
              href={`mailto:${contact.email}`}
            />
            <Fact
              icon={<Phone />}
              label={m.recruiters_contact_phone()}
              value={contact.phone}
              href={`tel:${contact.phone.replaceAll(' ', '')}`}
            />
            <Fact icon={<Globe />} label={m.recruiters_website()} value={website} href={website} />
            <li className="flex min-w-0 items-center gap-2.5">
              <CalendarDays aria-hidden="true" className="size-5 text-muted" />
              {m.people_member_since({ date: formatMonth(recruiter.createdAt) })}
            </li>
          </ul>
          <ShareButtons
            className="mt-4 max-w-sm"
            path={personPath('recruiter', recruiter)}
            title={fullName(recruiter)}
          />
        </div>
      </div>
      <div className="mt-6 border-line border-t pt-6">
        <h2 className="mb-2 text-lg">{m.recruiters_about()}</h2>
        {recruiter.description ? (
          <WrittenText>{recruiter.description}</WrittenText>
        ) : (
          <p className="text-muted">{m.people_not_completed()}</p>
        )}
      </div>
    </Card>
  )
}

function EditButton() {
  const { profile } = useAuth()
  const dialog = useDialog<true>()
  useReopenedForm('recruiter', dialog.open || undefined, () => dialog.show(true))
  return (
    <>
      <Button variant="outline" disabled={!profile} onClick={() => dialog.show(true)}>
        <Pencil aria-hidden="true" />
        {m.general_edit_profile()}
      </Button>
      {dialog.about && profile && (
        <EditRecruiterDialog
          key={dialog.key}
          user={profile}
          open={dialog.open}
          onOpenChange={dialog.onOpenChange}
        />
      )}
    </>
  )
}

type FactProps = { icon: ReactNode; label: string; value: string; href?: string }

function Fact({ icon, label, value, href }: FactProps) {
  if (!value) return null
  const isElsewhere = href?.startsWith('http')
  return (
    <li className="flex min-w-0 items-center gap-2.5">
      <span aria-hidden="true" className="text-muted [&_svg]:size-5">
        {icon}
      </span>
      <span className="sr-only">{label}: </span>
      {href ? (
        <a
          href={href}
          className="wrap-anywhere min-w-0 text-link pointer-coarse:py-2.5"
          {...(isElsewhere && EXTERNAL_LINK)}
        >
          {isElsewhere ? shownAddress(value) : value}
        </a>
      ) : (
        <span className="wrap-anywhere min-w-0">{value}</span>
      )}
    </li>
  )
}
