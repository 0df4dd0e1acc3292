import Briefcase from 'lucide-react/icons/briefcase'
import CalendarDays from 'lucide-react/icons/calendar-days'
import FileDown from 'lucide-react/icons/file-down'
import FilePlus from 'lucide-react/icons/file-plus'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import type { DevPublic } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { BlockSlot } from '../blocks/BlockSlot.tsx'
import { useAuth } from '../lib/auth.ts'
import { formatMonth, fullName } from '../lib/format.ts'
import { openChat } from '../lib/open-chat.ts'
import { useRequireSignIn } from '../lib/use-require-sign-in.ts'
import { ReportButton } from '../moderation/ReportButton.tsx'
import { personPath } from '../paths.ts'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { PublicViewLink } from '../users/PublicView.tsx'
import { ContactButtons } from './ContactButtons.tsx'

type PersonCardProps = {
  developer: DevPublic
  /** Only for the owner, except in the public view: opens 'Edit Dev Profile', optionally at the resume. */
  onEdit?: ((at?: 'resume') => void) | undefined
}

/** The developer with their contact options (PROF-01 to PROF-11). */
export function PersonCard({ developer, onEdit }: PersonCardProps) {
  const { professionalPosition, location, experienceYears } = developer.role.developer
  const { id: viewerId } = useAuth()
  const isOwn = viewerId === developer._id
  return (
    <Card as="section" padding="lg" aria-label={m.devs_person()} className="text-center">
      {onEdit && (
        <IconButton
          label={m.general_edit_profile()}
          className="absolute top-3 right-3"
          onClick={() => onEdit()}
        >
          <Pencil aria-hidden="true" />
        </IconButton>
      )}
      <Avatar
        src={developer.avatar}
        name={developer.name}
        surname={developer.surname}
        size={32}
        loading="eager"
      />
      <h1 className="mt-4 text-2xl">{fullName(developer)}</h1>
      {professionalPosition && <p className="mt-1 text-muted">{professionalPosition}</p>}
      {location && (
        <p className="mt-2 text-muted text-sm">
          <MapPin aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.2em]" />
          {location}
        </p>
      )}
      {experienceYears !== '' && (
        <p className="mt-1 text-muted text-sm">
          <Briefcase aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.2em]" />
          {m.applications_experience({ years: experienceYears })}
        </p>
      )}
      <p className="mt-1 text-muted text-sm">
        <CalendarDays aria-hidden="true" className="mr-1.5 inline size-4 align-[-0.2em]" />
        {m.people_member_since({ date: formatMonth(developer.createdAt) })}
      </p>
      <div className="mt-5">
        <ContactButtons developer={developer} onEdit={onEdit && (() => onEdit())} />
      </div>
      <div className="mt-5 grid grid-cols-1 gap-2.5">
        {!onEdit && <ContactButton developer={developer} disabled={isOwn} />}
        <CvButton developer={developer} onAdd={onEdit && (() => onEdit('resume'))} />
        {onEdit && <PublicViewLink full />}
        <ShareButtons centered path={personPath('developer', developer)} title={fullName(developer)} />
        {!isOwn && <ReportButton kind="user" id={developer._id} className="text-muted" />}
        {viewerId !== undefined && !isOwn && <BlockSlot person={developer} />}
      </div>
    </Card>
  )
}

/** Disabled where one sees the own profile as others do. */
function ContactButton({ developer, disabled }: { developer: DevPublic; disabled: boolean }) {
  const signInFirst = useRequireSignIn()
  const { _id, name, surname, avatar } = developer
  const person = { _id, name, surname, avatar, role: { type: 'developer' as const } }
  return (
    <Button
      full
      disabled={disabled}
      onClick={() => signInFirst(() => openChat.with(person), { kind: 'contact', person })}
    >
      <MessageCircle aria-hidden="true" />
      {m.general_contact()}
    </Button>
  )
}

function CvButton({ developer, onAdd }: { developer: DevPublic; onAdd: (() => void) | undefined }) {
  const { resume } = developer.role.developer
  if (resume) {
    return (
      <Button variant="outline" full onClick={() => void saveCv(resume, developer)}>
        <FileDown aria-hidden="true" />
        {m.devs_download_cv()}
      </Button>
    )
  }
  return (
    <Button variant="outline" full disabled={!onAdd} onClick={onAdd}>
      <FilePlus aria-hidden="true" />
      {onAdd ? m.devs_add_cv() : m.devs_no_cv()}
    </Button>
  )
}

/** The download code is loaded on demand; where that fails, the file opens in a new tab. */
async function saveCv(resume: string, developer: DevPublic) {
  try {
    const { cvFileName, saveFile } = await import('../lib/download.ts')
    await saveFile(resume, cvFileName(developer))
  } catch (error) {
    console.error(error)
    window.open(resume, '_blank', 'noopener,noreferrer')
  }
}
