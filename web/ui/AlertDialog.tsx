import type { ReactNode } from 'react'
import { lazyImport, useLazyPopup } from './lazy-import.ts'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** At least one button that closes it. */
  footer: ReactNode
}

export const alertDialogPopup = lazyImport(() =>
  import('./AlertDialogPopup.tsx').then((module) => module.AlertDialogPopup),
)

/** A question that needs an answer: a press outside does not close it, Escape does. */
export function AlertDialog(props: AlertDialogProps) {
  const Popup = useLazyPopup(alertDialogPopup, props.open, () => props.onOpenChange(false))
  return Popup && <Popup {...props} />
}
