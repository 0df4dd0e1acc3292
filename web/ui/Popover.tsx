import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'

export type PopoverProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** The accessible name, visible unless `hideTitle`. */
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
}

const popoverPopup = lazyImport(() => import('./PopoverPopup.tsx').then((module) => module.PopoverPopup))

/** A non-modal overlay beside its button: filters, notifications. */
export function Popover({ trigger, open, onOpenChange, ...props }: PopoverProps) {
  const [isOpenInside, setOpenInside] = useState(false)
  const isOpen = open ?? isOpenInside
  const button = useRef<HTMLElement>(null)
  const Popup = useLazyPopup(popoverPopup, isOpen, () => change(false))

  function change(next: boolean) {
    setOpenInside(next)
    onOpenChange?.(next)
  }

  return (
    <>
      {overlayTrigger({
        trigger,
        ref: button,
        kind: 'dialog',
        isOpen,
        onPress: () => change(!isOpen),
        onIntent: () => prefetch(popoverPopup),
      })}
      {Popup && <Popup {...props} open={isOpen} onOpenChange={change} anchor={button} />}
    </>
  )
}
