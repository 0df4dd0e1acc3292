import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ListedOffer } from '#contract/offers.ts'
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
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Are you sure you want to delete this offer?"
      description={offer.position}
      cancelLabel="Close"
      confirmLabel="Yes, I'm sure"
      loading={deletion.isPending}
      error={isFailure(deletion.data) ? deletion.data.message : undefined}
      onConfirm={() => deletion.mutate()}
    />
  )
}
