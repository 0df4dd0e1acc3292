import Mail from 'lucide-react/icons/mail'
import { type ReactElement, useState } from 'react'
import type { DevPublic } from '#contract/devs.ts'
import { texts } from '#contract/texts.ts'
import { Alert } from '../ui/Alert.tsx'
import { Es } from '../ui/Es.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { GitHubIcon, LinkedInIcon } from './brand-icons.tsx'

type ContactButtonsProps = {
  developer: DevPublic
  /** Only for the owner: opens the dialog to set a missing link. */
  onEdit?: (() => void) | undefined
}

/** E-mail, LinkedIn and GitHub (PROF-02 to PROF-06). */
export function ContactButtons({ developer, onEdit }: ContactButtonsProps) {
  const { linkedin, github } = developer.role.developer
  const [hasCopyFailed, setCopyFailed] = useState(false)

  async function handleMail() {
    try {
      await navigator.clipboard.writeText(developer.email)
      setCopyFailed(false)
      toast.success(texts.people.copied)
    } catch {
      setCopyFailed(true)
    }
    // The mail link opens all the same (decision 42).
    window.location.href = `mailto:${developer.email}`
  }

  return (
    <>
      <div className="flex justify-center gap-3">
        <IconButton
          label="Email"
          variant="outline"
          className="rounded-full"
          onClick={() => void handleMail()}
        >
          <Mail aria-hidden="true" />
        </IconButton>
        <LinkButton name="LinkedIn" url={linkedin} icon={<LinkedInIcon />} onEdit={onEdit} />
        <LinkButton name="GitHub" url={github} icon={<GitHubIcon />} onEdit={onEdit} />
      </div>
      {hasCopyFailed && (
        <Alert tone="danger" className="mt-4 text-left">
          <Es>{texts.people.copyFailed}</Es>
        </Alert>
      )}
    </>
  )
}

type LinkButtonProps = {
  name: string
  url: string
  icon: ReactElement
  onEdit: (() => void) | undefined
}

function LinkButton({ name, url, icon, onEdit }: LinkButtonProps) {
  if (url) {
    return (
      <IconButton
        label={name}
        variant="outline"
        className="rounded-full"
        render={<a href={url} target="_blank" rel="noopener noreferrer nofollow" />}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <IconButton
      label={onEdit ? `Add your ${name}` : name}
      variant="outline"
      className="rounded-full border-dashed"
      disabled={!onEdit}
      onClick={onEdit}
    >
      {icon}
    </IconButton>
  )
}
