import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { isFailure } from '../lib/api-failure.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { OFFERS_KEY, removeOffer } from './offers.api.ts'

type DeleteOfferDialogProps = { offer: ListedOffer; open: boolean; onOpenChange: (open: boolean) => void }

export default function DeleteOfferDialog({ offer, open, onOpenChange }: DeleteOfferDialogProps) {
  const queryClient = useQueryClient()
  const deletion = useMutation({
    mutationFn: () => removeOffer(offer._id),
    onSuccess: async (result) => {
      if (isFailure(result)) return
      await queryClient.invalidateQueries({ queryKey: OFFERS_KEY })
      onOpenChange(false)
    },
  })
  const failure = isFailure(deletion.data) ? deletion.data : undefined
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.offers_delete_title()}
      description={offer.position}
      cancelLabel={m.offers_delete_cancel()}
      confirmLabel={m.offers_delete_confirm()}
      loading={deletion.isPending}
      error={failure?.message}
      // Its menu is gone with it.
      finalFocus={() => (deletion.data && !failure ? document.getElementById('content') : undefined)}
      onConfirm={() => deletion.mutate()}
    />
  )
}
