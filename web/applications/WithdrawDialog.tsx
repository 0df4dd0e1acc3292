import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnApplication } from '#contract/applications.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { isFailure } from '../lib/api-failure.ts'
import { OFFERS_KEY } from '../offers/offers.api.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { toast } from '../ui/toast.ts'
import { APPLICATIONS_KEY, withdraw } from './own-applications.api.ts'

type WithdrawDialogProps = {
  application: OwnApplication
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One confirmation, two after an acceptance (APPL-06). */
export default function WithdrawDialog({ application, open, onOpenChange }: WithdrawDialogProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [isSure, setSure] = useState(application.status !== 'accepted')
  const isTooLong = reason.trim().length > LIMITS.withdrawReason
  const refresh = () =>
    Promise.all([APPLICATIONS_KEY, OFFERS_KEY].map((queryKey) => queryClient.invalidateQueries({ queryKey })))
  const withdrawal = useMutation({
    mutationFn: () => withdraw(application._id, reason),
    onSuccess: async (result) => {
      // Withdrawn already, in another tab: the page shows it.
      if (isFailure(result) && result.status !== 409) return
      await refresh()
      onOpenChange(false)
      if (!isFailure(result)) toast.success(result.message)
    },
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={isSure ? m.applications_withdraw_title() : m.applications_withdraw_accepted()}
      description={application.offer.position}
      footer={
        <>
          <Button variant="outline" disabled={withdrawal.isPending} onClick={() => onOpenChange(false)}>
            {m.applications_keep()}
          </Button>
          {isSure ? (
            <Button
              variant="danger"
              loading={withdrawal.isPending}
              disabled={isTooLong}
              onClick={() => withdrawal.mutate()}
            >
              {m.applications_withdraw()}
            </Button>
          ) : (
            <Button variant="danger" onClick={() => setSure(true)}>
              {m.applications_continue()}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4">
        <p>{m.applications_withdraw_text()}</p>
        {isSure && (
          <Field
            label={m.applications_reason()}
            help={m.applications_reason_hint()}
            error={isTooLong ? m.general_max_characters({ max: LIMITS.withdrawReason }) : undefined}
          >
            <TextArea
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              counterMax={LIMITS.withdrawReason}
            />
          </Field>
        )}
        {isFailure(withdrawal.data) && <Alert tone="danger">{withdrawal.data.message}</Alert>}
      </div>
    </Dialog>
  )
}
