import Check from 'lucide-react/icons/check'
import type { ComponentProps } from 'react'
import type { ListedOffer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { useRequireSignIn } from '../lib/use-require-sign-in.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'

type ApplyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled' | 'children'> & {
  offer: ListedOffer
  onApply: () => void
  label?: string | undefined
}

/** Disabled and 'Applied' once applied, and where one cannot apply; leads visitors to the login first (OFF-18, OFF-19). */
export function ApplyButton({ offer, onApply, label = m.offers_apply(), ...props }: ApplyButtonProps) {
  const signInFirst = useRequireSignIn()
  if (offer.applied) {
    return (
      <Button {...props} variant="outline" disabled>
        <Check aria-hidden="true" />
        {m.offers_is_applied()}
      </Button>
    )
  }
  if (!offer.acceptsApplications || offer.withdrawnTwice) {
    return (
      <Button {...props} variant="outline" disabled>
        {offer.acceptsApplications ? m.offers_withdrawn_short() : m.offers_closed_short()}
      </Button>
    )
  }
  // Continued on the offer's page, since a list may have changed.
  const handleClick = () =>
    signInFirst(onApply, { kind: 'apply', offerId: offer._id }, paths.offer(offer._id))
  return (
    <Button {...props} onClick={handleClick}>
      {label}
    </Button>
  )
}
