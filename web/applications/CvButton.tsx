import Download from 'lucide-react/icons/download'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { applicantName } from './applicants.ts'
import { downloadCv } from './applications.api.ts'

type CvButtonProps = {
  applicant: Applicant
  size?: 'sm' | 'md' | undefined
  onDownload?: ((applicant: Applicant) => void) | undefined
}

/** Saves the CV; disabled without one (VAL-68). */
export function CvButton({ applicant, size, onDownload }: CvButtonProps) {
  const { user } = applicant
  return (
    <Button
      variant="outline"
      size={size}
      disabled={!user?.role.developer.resume}
      aria-label={m.applications_document_of({ document: 'CV', name: applicantName(applicant) })}
      onClick={() => {
        if (!user) return
        onDownload?.(applicant)
        return downloadCv(user)
      }}
    >
      <Download aria-hidden="true" />
      CV
    </Button>
  )
}
