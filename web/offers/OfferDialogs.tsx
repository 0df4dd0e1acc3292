import type { ListedOffer, Offer } from '#contract/offers.ts'
import { useDialog } from '../lib/use-dialog.ts'
import { useReopenedForm } from '../lib/use-reopened-form.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'

const ApplyDialog = lazyDialog(() => import('./ApplyDialog.tsx'))
const OfferForm = lazyDialog(() => import('./OfferForm.tsx'))
const CloseOfferDialog = lazyDialog(() => import('./CloseOfferDialog.tsx'))
const DeleteOfferDialog = lazyDialog(() => import('./DeleteOfferDialog.tsx'))

type About =
  | { kind: 'apply' | 'delete' | 'close'; offer: ListedOffer }
  | { kind: 'edit'; offer: Offer }
  | { kind: 'create' }

export const useOfferDialogs = () => useDialog<About>()

/** The dialogs of an offer; the code of each is loaded on first use. */
export function OfferDialogs({ dialogs }: { dialogs: ReturnType<typeof useOfferDialogs> }) {
  const { about, key, open, show, onOpenChange } = dialogs
  useReopenedForm(
    'offer',
    open && about?.kind !== 'delete' && about?.kind !== 'close' ? about : undefined,
    show,
  )
  if (!about) return null
  const common = { open, onOpenChange }
  return (
    <>
      {about.kind === 'apply' && <ApplyDialog key={key} offer={about.offer} {...common} />}
      {about.kind === 'create' && <OfferForm key={key} mode="crear" {...common} />}
      {about.kind === 'edit' && <OfferForm key={key} mode="edit" offer={about.offer} {...common} />}
      {about.kind === 'close' && <CloseOfferDialog key={key} offer={about.offer} {...common} />}
      {about.kind === 'delete' && <DeleteOfferDialog key={key} offer={about.offer} {...common} />}
    </>
  )
}
