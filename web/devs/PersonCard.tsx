import FileDown from 'lucide-react/icons/file-down'
import FilePlus from 'lucide-react/icons/file-plus'
import MapPin from 'lucide-react/icons/map-pin'
import MessageCircle from 'lucide-react/icons/message-circle'
import Pencil from 'lucide-react/icons/pencil'
import type { DevPublic } from '#contract/devs.ts'
import { fullName } from '../lib/format.ts'
import { openChat } from '../lib/open-chat.ts'
import { useRequireSignIn } from '../lib/use-require-sign-in.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { ContactButtons } from './ContactButtons.tsx'

type PersonCardProps = {
  developer: DevPublic
  /** Only for the owner: opens 'Edit Dev Profile', optionally at the resume. */
  onEdit?: ((at?: 'resume') => void) | undefined
}

/** The developer with their contact options (PROF-01 to PROF-11). */
export function PersonCard({ developer, onEdit }: PersonCardProps) {
  const { professionalPosition, location } = developer.role.developer
  return (
    <Card as="section" padding="lg" aria-label="Person" className="text-center">
      {onEdit && (
        <IconButton label="Edit profile" className="absolute top-3 right-3" onClick={() => onEdit()}>
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
      <div className="mt-5">
        <ContactButtons developer={developer} onEdit={onEdit && (() => onEdit())} />
      </div>
      <div className="mt-5 grid gap-2.5">
        {!onEdit && <ContactButton developer={developer} />}
        <CvButton developer={developer} onAdd={onEdit && (() => onEdit('resume'))} />
      </div>
    </Card>
  )
}

function ContactButton({ developer }: { developer: DevPublic }) {
  const signInFirst = useRequireSignIn()
  return (
    <Button
      full
      onClick={() => signInFirst(() => openChat.with({ ...developer, role: { type: 'developer' } }))}
    >
      <MessageCircle aria-hidden="true" />
      Contact
    </Button>
  )
}

function CvButton({ developer, onAdd }: { developer: DevPublic; onAdd: (() => void) | undefined }) {
  const { resume } = developer.role.developer
  if (resume) {
    return (
      <Button variant="outline" full onClick={() => void saveCv(resume, developer)}>
        <FileDown aria-hidden="true" />
        Download CV
      </Button>
    )
  }
  return (
    <Button variant="outline" full disabled={!onAdd} onClick={onAdd}>
      <FilePlus aria-hidden="true" />
      {onAdd ? 'Add your CV!' : 'No CV available'}
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
