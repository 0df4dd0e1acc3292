import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react'
import { lazyPart, prefetch, useLazyWindow } from './lazy-part.ts'
import { windowTrigger } from './window-trigger.ts'

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

export const dialogWindow = lazyPart(() => import('./DialogWindow.tsx').then((module) => module.DialogWindow))

/** In the middle of the page; on phones a sheet from below. */
export function Dialog({ trigger, ...props }: DialogProps) {
  const Window = useLazyWindow(dialogWindow, props.open, () => props.onOpenChange(false))
  const button = useRef<HTMLElement>(null)
  return (
    <>
      {trigger &&
        windowTrigger({
          trigger,
          ref: button,
          kind: 'dialog',
          isOpen: props.open,
          onPress: () => props.onOpenChange(true),
          onNear: () => prefetch(dialogWindow),
        })}
      {Window && <Window {...props} returnFocus={trigger && button} />}
    </>
  )
}
