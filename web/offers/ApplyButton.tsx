import Check from 'lucide-react/icons/check'
import type { ComponentProps } from 'react'
import type { ListedOffer } from '#contract/offers.ts'
import { useRequireSignIn } from '../lib/use-require-sign-in.ts'
import { Button } from '../ui/Button.tsx'

type ApplyButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'disabled' | 'children'> & {
  offer: ListedOffer
  onApply: () => void
  label?: string | undefined
}

/** Disabled and 'Applied' once applied; leads visitors to the login first (OFF-18, OFF-19). */
export function ApplyButton({ offer, onApply, label = 'Apply', ...props }: ApplyButtonProps) {
  const signInFirst = useRequireSignIn()
  if (offer.applied) {
    return (
      <Button {...props} variant="outline" disabled>
        <Check aria-hidden="true" />
        Applied
      </Button>
    )
  }
  return (
    <Button {...props} onClick={() => signInFirst(onApply)}>
      {label}
    </Button>
  )
}
