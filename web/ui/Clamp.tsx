import type { ElementType, ReactNode } from 'react'
import { cn } from './cn.ts'

type ClampProps = {
  lines: number
  children: ReactNode
  as?: ElementType | undefined
  className?: string | undefined
}

/** Truncates a text after n lines; the whole text stays in the DOM for screen readers and search. */
export function Clamp({ lines, children, as: Element = 'p', className }: ClampProps) {
  return (
    <Element
      className={cn('overflow-hidden', className)}
      style={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines }}
    >
      {children}
    </Element>
  )
}
