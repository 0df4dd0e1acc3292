import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons; stays in view below the scrolling content. The last one is the main one. */
  footer?: ReactNode
  /** The button that opens it; without it, the focus returns to whatever had it. */
  trigger?: ReactElement | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  /** Asked before Escape, the cross or a press outside closes it; false keeps it open (unsaved input). */
  canDismiss?: (() => boolean) | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
}

export const dialogPopup = lazyImport(() => import('./DialogPopup.tsx').then((module) => module.DialogPopup))

/** In the middle of the page; on phones a sheet from below. */
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
