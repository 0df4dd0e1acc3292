import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons below the scrolling content, the primary one last. */
  footer?: ReactNode
  /** The button that opens it; without one the focus returns to the element that had it. */
  trigger?: ReactElement | undefined
  /** 'full' fills the window; 'side' is a panel at the right edge, beside its subject. */
  size?: 'sm' | 'md' | 'lg' | 'full' | 'side' | undefined
  /** Called before Escape, the close button or a press outside closes it; false keeps it open (unsaved input). */
  canDismiss?: (() => boolean) | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** Finds the element to focus after closing, where the former one may have moved; false keeps the focus. */
  finalFocus?: (() => HTMLElement | null | false) | undefined
}

export const dialogPopup = lazyImport(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup))

/** A modal dialog; on phones a sheet from below. */
export function Dialog({ trigger, ...props }: DialogProps) {
  const Popup = useLazyPopup(dialogPopup, props.open, () => props.onOpenChange(false))
  const button = useRef<HTMLElement>(null)
  return (
    <>
      {trigger &&
        overlayTrigger({
          trigger,
          ref: button,
          kind: 'dialog',
          isOpen: props.open,
          onPress: () => props.onOpenChange(true),
          onIntent: () => prefetch(dialogPopup),
        })}
      {Popup && <Popup {...props} returnFocus={trigger && button} />}
    </>
  )
}
