import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Applicant } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { useNow } from '../lib/clock.ts'
import { toast } from '../ui/toast.ts'
import { applicantName, statusMenuId, statusToastId } from './applicants.ts'
import { APPLICANTS_KEY, sendNow } from './applications.api.ts'
import type { SetStatus } from './use-applicants.ts'

const MINUTE_MS = 60_000

type Props = { applicant: Applicant; onStatus: SetStatus }

/** An unsent outcome: the time of sending, and an undo (APPL-04). */
export function UnsentOutcome({ applicant, onStatus }: Props) {
  const { status, sentStatus, sendsAt } = applicant
  if (sendsAt === null || status === sentStatus) return null
  return <UnsentLine applicant={applicant} sendsAt={sendsAt} onStatus={onStatus} />
}

function UnsentLine({ applicant, sendsAt, onStatus }: Props & { sendsAt: string }) {
  const { _id, sentStatus } = applicant
  const queryClient = useQueryClient()
  const now = useNow()
  const mutationKey = ['send now', _id]
  const sending = useMutation({
    mutationKey,
    mutationFn: () => sendNow(_id),
    onSuccess: () => toast.dismiss(statusToastId(_id)),
    onError: (error) => void toast.error(error.message, { id: statusToastId(_id) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: APPLICANTS_KEY }),
  })
  const line = useRef<HTMLParagraphElement>(null)
  // The pressed button is removed with the line: the focus moves to the status beside it.
  useLayoutEffect(() => {
    const shown = line.current
    return () => {
      if (!shown?.contains(document.activeElement)) return
      const isInDialog = shown.closest('[role="dialog"]') !== null
      queueMicrotask(() => statusControl(_id, isInDialog)?.focus())
    }
  }, [_id])
  const minutes = Math.max(1, Math.ceil((Date.parse(sendsAt) - now) / MINUTE_MS) - 1)
  const name = applicantName(applicant)
  const style =
    'target min-h-6 cursor-pointer text-link aria-disabled:cursor-default aria-disabled:opacity-60'
  return (
    <p ref={line} className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-0.5 text-muted text-xs">
      <span>{m.applications_sent_in({ minutes })}</span>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        aria-label={m.applications_undo_decision({ name })}
        className={style}
        aria-disabled={sending.isPending}
        onClick={() => !sending.isPending && void onStatus({ applicantId: _id, status: sentStatus })}
      >
        {m.applications_undo()}
      </button>
      <span aria-hidden="true">·</span>
      <button
        type="button"
        aria-label={m.applications_send_now_to({ name })}
        className={style}
        aria-disabled={sending.isPending}
        // A second press comes before the button knows of the first.
        onClick={() => queryClient.isMutating({ mutationKey }) === 0 && sending.mutate()}
      >
        {m.applications_send_now()}
      </button>
    </p>
  )
}

const statusControl = (applicantId: string, isInDialog: boolean) =>
  isInDialog
    ? document.querySelector<HTMLElement>('[role="dialog"] [aria-pressed="true"]')
    : document.getElementById(statusMenuId(applicantId))
