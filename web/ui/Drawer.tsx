import { type ReactElement, type ReactNode, useRef } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

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

const drawerPopup = lazyImport(() => import('./DrawerPopup.tsx').then((module) => module.DrawerPopup))

/** A modal panel at an edge: navigation, filters. */
export function Drawer({ trigger, ...props }: DrawerProps) {
  const Popup = useLazyPopup(drawerPopup, props.open, () => props.onOpenChange(false))
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
          onIntent: () => prefetch(drawerPopup),
        })}
      {Popup && <Popup {...props} returnFocus={trigger && button} />}
    </>
  )
}
