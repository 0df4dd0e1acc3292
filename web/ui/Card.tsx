import type { ComponentProps, ElementType } from 'react'
import { cn } from './cn.ts'

type CardProps = ComponentProps<'div'> & {
  /** `article` for self-contained content, `section`, `li`. */
  as?: ElementType | undefined
  /** Padding; none when a picture reaches the edges. */
  padding?: 'none' | 'md' | 'lg' | undefined
  /** Hover style; the one link inside covers the card with `cardLinkStyles`. */
  interactive?: boolean | undefined
}

/** The link of an interactive card, whose press area is the whole card. */
export const cardLinkStyles =
  'text-text no-underline after:absolute after:inset-0 after:rounded-card hover:text-primary'

const paddings = { none: '', md: 'p-5', lg: 'p-5 sm:p-6' }

export function Card({ as: Element = 'div', padding = 'md', interactive, className, ...props }: CardProps) {
  return (
    <Element
      className={cn(
        'relative min-w-0 rounded-card border border-line bg-surface',
        paddings[padding],
        interactive &&
          'transition-[border-color,box-shadow] focus-within:border-primary hover:border-primary hover:shadow-raised',
        className,
      )}
      {...props}
    />
  )
}
