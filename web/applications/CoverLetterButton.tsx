import { useMutation } from '@tanstack/react-query'
import FileText from 'lucide-react/icons/file-text'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { applicantName } from './applicants.ts'
import { downloadCoverLetter } from './applications.api.ts'

type CoverLetterButtonProps = {
  offerId: string
  applicant: Applicant
  /** The button is disabled for shorter letters (VAL-69, VAL-70). */
  minLength: number
  label?: string | undefined
  size?: 'sm' | 'md' | undefined
}

/** Saves the letter as PDF. */
export function CoverLetterButton({
  offerId,
  applicant,
  minLength,
  label = m.applications_cover_letter(),
  size,
}: CoverLetterButtonProps) {
  const saving = useMutation({
    mutationFn: () => downloadCoverLetter(offerId, applicant._id),
    onSuccess: (failure) => {
      const id = `letter ${applicant._id}`
      if (failure) toast.error(failure.message, { id })
      else toast.dismiss(id)
    },
  })
  return (
    <Button
      variant="outline"
      size={size}
      disabled={applicant.coverLetter.length < minLength}
      loading={saving.isPending}
      aria-label={m.applications_document_of({ document: label, name: applicantName(applicant) })}
      onClick={() => saving.mutate()}
    >
      <FileText aria-hidden="true" />
      {label}
    </Button>
  )
}
