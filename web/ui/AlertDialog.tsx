import type { AlertDialogProps } from './AlertDialogPopup.tsx'
import { lazyImport, useLazyPopup } from './lazy-import.ts'

export const alertDialogPopup = lazyImport(() =>
  import('./AlertDialogPopup.tsx').then((module) => module.AlertDialogPopup),
)

/** A question that needs an answer: a press outside does not close it, Escape does. */
export function AlertDialog(props: AlertDialogProps) {
  const Popup = useLazyPopup(alertDialogPopup, props.open, () => props.onOpenChange(false))
  return Popup && <Popup {...props} />
}
