import Mail from 'lucide-react/icons/mail'
import { type ReactElement, useEffect, useState } from 'react'
import type { DevPublic } from '#contract/devs.ts'
import { m } from '#contract/texts.ts'
import { EXTERNAL_LINK } from '../lib/external-link.ts'
import { Alert } from '../ui/Alert.tsx'
import { Es } from '../ui/Es.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { toast } from '../ui/toast.ts'
import { GitHubIcon, LinkedInIcon } from './brand-icons.tsx'

const COPY_FAILED_MS = 10_000

type ContactButtonsProps = {
  developer: DevPublic
  /** Only for the owner: opens the dialog to set a missing link. */
  onEdit?: (() => void) | undefined
}

/** E-mail, LinkedIn and GitHub (PROF-02 to PROF-06). */
export function ContactButtons({ developer, onEdit }: ContactButtonsProps) {
  const { linkedin, github } = developer.role.developer
  const [hasCopyFailed, setCopyFailed] = useState(false)

  useEffect(() => {
    if (!hasCopyFailed) return
    const timer = setTimeout(setCopyFailed, COPY_FAILED_MS, false)
    return () => clearTimeout(timer)
  }, [hasCopyFailed])

  async function handleMail() {
    try {
      await navigator.clipboard.writeText(developer.email)
      setCopyFailed(false)
      toast.success(m.people_copied())
    } catch {
      setCopyFailed(true)
    }
    // The mail link opens all the same (decision 63).
    window.location.href = `mailto:${developer.email}`
  }

  return (
    <>
      <div className="flex justify-center gap-3">
        <IconButton
          label={m.devs_email_label()}
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
          <Es>{m.people_copy_failed()}</Es>
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
        render={<a href={url} {...EXTERNAL_LINK} />}
      >
        {icon}
      </IconButton>
    )
  }
  return (
    <IconButton
      label={onEdit ? m.devs_add_link({ name }) : name}
      variant="outline"
      className="rounded-full border-dashed"
      disabled={!onEdit}
      onClick={onEdit}
    >
      {icon}
    </IconButton>
  )
}
