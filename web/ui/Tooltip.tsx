import { cloneElement, type ReactElement, useEffect, useRef, useState } from 'react'
import { lazyImport, prefetch, useLazyImport } from './lazy-import.ts'

export type TooltipProps = {
  /** Not an accessible name: the child needs its own. */
  text: string
  /** Accepts a ref and pointer and focus handlers, as Button does. */
  children: ReactElement
  side?: 'top' | 'bottom' | 'left' | 'right' | undefined
}

const tooltipPopup = lazyImport(() => import('./TooltipPopup.tsx').then((module) => module.TooltipPopup))
const restMs = 400

export function Tooltip({ text, children, side }: TooltipProps) {
  const [isResting, setResting] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const Popup = useLazyImport(tooltipPopup, isOpen, close)

  useEffect(() => {
    if (!isResting) return
    const timer = setTimeout(() => setOpen(true), restMs)
    return () => clearTimeout(timer)
  }, [isResting])

  function rest() {
    prefetch(tooltipPopup)
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
      {Popup && (
        <Popup
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
