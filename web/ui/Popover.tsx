import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { lazyPart, prefetch, useLazyWindow } from './lazy-part.ts'
import { windowTrigger } from './window-trigger.ts'

export type PopoverProps = {
  /** A Button or IconButton. */
  trigger: ReactElement
  /** The accessible name; drawn too unless `hideTitle`. */
  title: string
  hideTitle?: boolean | undefined
  children: ReactNode
  align?: 'start' | 'center' | 'end' | undefined
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
  open?: boolean | undefined
  onOpenChange?: ((open: boolean) => void) | undefined
  className?: string | undefined
}

const popoverWindow = lazyPart(() => import('./PopoverWindow.tsx').then((module) => module.PopoverWindow))

/** A small window on a button: filters, notifications. */
export function Popover({ trigger, open, onOpenChange, ...props }: PopoverProps) {
  const [isOpenInside, setOpenInside] = useState(false)
  const isOpen = open ?? isOpenInside
  const button = useRef<HTMLElement>(null)
  const Window = useLazyWindow(popoverWindow, isOpen, () => change(false))

  function change(next: boolean) {
    setOpenInside(next)
    onOpenChange?.(next)
  }

  return (
    <>
      {windowTrigger({
        trigger,
        ref: button,
        kind: 'dialog',
        isOpen,
        onPress: () => change(!isOpen),
        onNear: () => prefetch(popoverWindow),
      })}
      {Window && <Window {...props} open={isOpen} onOpenChange={change} anchor={button} />}
    </>
  )
}
