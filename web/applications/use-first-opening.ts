import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { isFailure } from '../lib/api-failure.ts'
import { toast } from '../ui/toast.ts'
import { applicantName } from './applicants.ts'
import { sendOpened, storeApplicant } from './applications.api.ts'
import { useSetStatus } from './use-applicants.ts'

/**
 * Call it when details or CV of an applicant are opened: the server makes a pending one reviewed the first time, unless
 * the recruiter turned that off (APPL-05). A failure is silent, since the change is automatic.
 */
export function useFirstOpening(offerId: string): (applicant: Applicant) => void {
  const queryClient = useQueryClient()
  const onStatus = useSetStatus(offerId)
  return useCallback(
    async (opened: Applicant) => {
      if (opened.status !== 'pending') return
      const result = await sendOpened(offerId, opened._id)
      if (isFailure(result) || result.applicant.status !== 'reviewed') return
      const { applicant } = result
      storeApplicant(queryClient, offerId, applicant)
      toast.info(m.applications_now_reviewed({ applicant: applicantName(applicant) }), {
        action: {
          label: m.applications_undo(),
          onClick: () => void onStatus({ applicantId: applicant._id, status: 'pending' }),
        },
      })
    },
    [offerId, onStatus, queryClient],
  )
}
