import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { isFailure } from '../lib/api-failure.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { OWN_OFFER_HEADING } from './OwnOfferTools.tsx'
import { changeOfferState, OFFERS_KEY } from './offers.api.ts'

type CloseOfferDialogProps = { offer: ListedOffer; open: boolean; onOpenChange: (open: boolean) => void }

/** Closes an offer with a reason and a message to waiting applicants (LIFE-08). Keeps the input on failure. */
export default function CloseOfferDialog({ offer, open, onOpenChange }: CloseOfferDialogProps) {
  const queryClient = useQueryClient()
  const [reason, setReason] = useState<'filled' | 'withdrawn'>('filled')
  const [message, setMessage] = useState('')
  const [reject, setReject] = useState(false)
  const closing = useMutation({
    mutationFn: () => changeOfferState(offer._id, { state: 'closed', reason, message, reject }),
    onSuccess: async (result) => {
      if (isFailure(result)) return
      await queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
      onOpenChange(false)
    },
  })
  const failure = isFailure(closing.data) ? closing.data : undefined
  const refusedMessage = failure?.fields?.message
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.offers_close_title()}
      description={m.offers_close_help()}
      cancelLabel={m.offers_close_cancel()}
      confirmLabel={m.offers_close()}
      loading={closing.isPending}
      error={
        refusedMessage
          ? undefined
          : failure && Object.values(failure.fields ?? { message: failure.message })[0]
      }
      // A closed offer has no button to close it.
      finalFocus={() => (closing.data && !failure ? document.getElementById(OWN_OFFER_HEADING) : undefined)}
      onConfirm={() => closing.mutate()}
    >
      <Field label={m.offers_close_reason()}>
        <Select
          value={reason}
          onChange={(event) => setReason(event.target.value === 'withdrawn' ? 'withdrawn' : 'filled')}
          options={[
            { value: 'filled', label: m.offers_close_filled() },
            { value: 'withdrawn', label: m.offers_close_withdrawn() },
          ]}
        />
      </Field>
      <Field label={m.offers_close_message()} help={m.offers_close_message_help()} error={refusedMessage}>
        <TextArea rows={4} value={message} onChange={(event) => setMessage(event.target.value)} />
      </Field>
      <Checkbox
        label={m.offers_close_reject()}
        checked={reject}
        onChange={(event) => setReject(event.target.checked)}
      />
    </ConfirmDialog>
  )
}
