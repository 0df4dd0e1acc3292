import type { ComponentProps } from 'react'
import { cn } from './cn.ts'

export type Tone = 'blue' | 'purple' | 'yellow' | 'green' | 'red' | 'neutral' | 'primary' | 'secondary'

type TagProps = ComponentProps<'span'> & {
  tone?: Tone | undefined
  size?: 'sm' | 'md' | undefined
  /** A small dot before the word. */
  dot?: boolean | undefined
}

/** Background and text of each tone. */
export const TONES: Record<Tone, string> = {
  blue: 'bg-blue-bg text-blue-ink',
  purple: 'bg-purple-bg text-purple-ink',
  yellow: 'bg-yellow-bg text-yellow-ink',
  green: 'bg-green-bg text-green-ink',
  red: 'bg-red-bg text-red-ink',
  neutral: 'bg-neutral-bg text-neutral-ink',
  primary: 'bg-primary-soft text-primary',
  secondary: 'bg-secondary-soft text-secondary',
}

const sizes = { sm: 'h-6 px-2 text-xs', md: 'h-7 px-2.5 text-sm' }

/** A coloured word; the colour alone carries no meaning. */
export function Tag({ tone = 'neutral', size = 'sm', dot, className, children, ...props }: TagProps) {
  return (
    <span
      className={cn(
        'inline-flex max-w-full shrink-0 items-center gap-1.5 whitespace-nowrap rounded-full border border-transparent font-medium [&_svg]:size-3.5 [&_svg]:shrink-0',
        TONES[tone],
        sizes[size],
        className,
      )}
      {...props}
    >
      {dot && (
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current forced-colors:bg-[CanvasText]" />
      )}
      <span className="truncate">{children}</span>
    </span>
  )
}
