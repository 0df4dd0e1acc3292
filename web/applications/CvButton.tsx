import Download from 'lucide-react/icons/download'
import type { Applicant } from '#contract/applications.ts'
import { Button } from '../ui/Button.tsx'
import { applicantName } from './applicants.ts'
import { downloadCv } from './applications.api.ts'

type CvButtonProps = { applicant: Applicant; size?: 'sm' | 'md' | undefined }

/** Saves the CV; disabled without one (VAL-68). */
export function CvButton({ applicant, size }: CvButtonProps) {
  const { user } = applicant
  return (
    <Button
      variant="outline"
      size={size}
      disabled={!user?.role.developer.resume}
      aria-label={`CV of ${applicantName(applicant)}`}
      onClick={() => user && downloadCv(user)}
    >
      <Download aria-hidden="true" />
      CV
    </Button>
  )
}
