import { type ReactElement, type ReactNode, useRef } from 'react'
import { lazyPart, prefetch, useLazyWindow } from './lazy-part.ts'
import { windowTrigger } from './window-trigger.ts'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  children: ReactNode
  footer?: ReactNode
  side?: 'left' | 'right' | 'bottom' | undefined
  trigger?: ReactElement | undefined
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean | undefined
}

const drawerWindow = lazyPart(() => import('./DrawerWindow.tsx').then((module) => module.DrawerWindow))

/** Slides in from an edge: navigation, filters. */
export function Drawer({ trigger, ...props }: DrawerProps) {
  const Window = useLazyWindow(drawerWindow, props.open, () => props.onOpenChange(false))
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
          onNear: () => prefetch(drawerWindow),
        })}
      {Window && <Window {...props} returnFocus={trigger && button} />}
    </>
  )
}
