import { useRef, useState } from 'react'
import { lazyImport, prefetch, useLazyPopup } from './lazy-import.ts'
import { overlayTrigger } from './overlay-trigger.ts'
import type { PopoverProps } from './PopoverPopup.tsx'

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
