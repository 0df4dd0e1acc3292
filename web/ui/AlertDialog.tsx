import type { ReactNode } from 'react'
import { lazyPart, useLazyWindow } from './lazy-part.ts'

export type AlertDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** At least one button that closes it. */
  footer: ReactNode
}

export const alertDialogWindow = lazyPart(() =>
  import('./AlertDialogWindow.tsx').then((module) => module.AlertDialogWindow),
)

/** A question or message that must be answered: a press outside does not close it, Escape does. */
export function AlertDialog(props: AlertDialogProps) {
  const Window = useLazyWindow(alertDialogWindow, props.open, () => props.onOpenChange(false))
  return Window && <Window {...props} />
}
