import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'
import { lazyPart, prefetch, useLazyPart } from './lazy-part.ts'

export type TooltipProps = {
  /** A short text. It is no accessible name: the child needs its own. */
  text: string
  /** Takes a ref and the handlers of pointer and focus, as Button does. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
}

const tooltipWindow = lazyPart(() => import('./TooltipWindow.tsx').then((module) => module.TooltipWindow))
const restMs = 400

export function Tooltip({ text, children, side }: TooltipProps) {
  const [isResting, setResting] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const Window = useLazyPart(tooltipWindow, isOpen, close)

  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setOpen(true), restMs)
    return () => clearTimeout(timer)
  }, [isResting])

  function rest() {
    prefetch(tooltipWindow)
    setResting(true)
  }

  function close() {
    setResting(false)
    setOpen(false)
  }

  const child = cloneElement(children as ReactElement<Record<string, unknown>>, {
    ref: anchor,
    onPointerEnter: (event: React.PointerEvent) => event.pointerType === 'mouse' && rest(),
    onPointerLeave: close,
    onPointerDown: close,
    onFocus: (event: React.FocusEvent) => event.target.matches(':focus-visible') && rest(),
    onBlur: close,
    onKeyDown: (event: React.KeyboardEvent) => event.key === 'Escape' && close(),
  })
  return (
    <>
      {child}
      {Window && (
        <Window
          text={text}
          side={side}
          open={isOpen}
          onOpenChange={(next) => !next && close()}
          anchor={anchor}
        />
      )}
    </>
  )
}
