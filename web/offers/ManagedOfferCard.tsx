import { useQueryClient } from '@tanstack/react-query'
import Columns3 from 'lucide-react/icons/columns-3'
import MessageCircle from 'lucide-react/icons/message-circle'
import { type ComponentProps, Suspense } from 'react'
import { Link } from 'react-router'
import { m } from '#contract/texts.ts'
import { useAuth } from '../lib/auth.ts'
import { showFetched } from '../lib/show-fetched.ts'
import { paths } from '../paths.ts'
import { Button, buttonStyles } from '../ui/Button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { ApplyButton } from './ApplyButton.tsx'
import { OfferCard } from './OfferCard.tsx'
import type { useOfferDialogs } from './OfferDialogs.tsx'
import { OfferRow } from './OfferRow.tsx'
import { offerQuery } from './offers.api.ts'
import { useContactOwner } from './use-contact-owner.ts'

const OfferMenu = lazyPart(() => import('./OfferMenu.tsx'))

type ManagedOfferCardProps = Omit<ComponentProps<typeof OfferCard>, 'menu' | 'actions'> & {
  dialogs: ReturnType<typeof useOfferDialogs>
  /** As a row of a list. */
  row?: boolean | undefined
}

/** A card with the viewer's actions: edit and delete for the owner, apply and contact for all but recruiters. */
export function ManagedOfferCard({ dialogs, row = false, ...card }: ManagedOfferCardProps) {
  const { id, role } = useAuth()
  const contact = useContactOwner()
  const queryClient = useQueryClient()
  const { offer } = card
  const isOwner = id !== undefined && offer.owner?._id === id

  /** Opens with the whole offer: the list has an excerpt of the description. */
  const edit = () =>
    showFetched(queryClient.fetchQuery(offerQuery(offer._id)), (whole) =>
      dialogs.show({ kind: 'edit', offer: whole }),
    )

  const Offer = row ? OfferRow : OfferCard
  return (
    <Offer
      {...card}
      menu={
        isOwner && (
          <Suspense fallback={<span className="block size-10" />}>
            <OfferMenu offer={offer} onEdit={edit} onDelete={() => dialogs.show({ kind: 'delete', offer })} />
          </Suspense>
        )
      }
      actions={
        isOwner ? (
          <Link
            to={paths.applicants(offer._id)}
            aria-label={m.offers_applicants_of({ position: offer.position })}
            className={buttonStyles({ variant: 'outline' })}
          >
            <Columns3 aria-hidden="true" />
            {m.offers_applicants_link()}
          </Link>
        ) : role === 'recruiter' ? undefined : (
          <>
            <ApplyButton offer={offer} onApply={() => dialogs.show({ kind: 'apply', offer })} />
            {offer.owner && (
              <Button variant="outline" onClick={() => contact(offer.owner)}>
                <MessageCircle aria-hidden="true" />
                {m.general_contact()}
              </Button>
            )}
          </>
        )
      }
    />
  )
}
