import { languageOf } from '#contract/text-language.ts'
import { cn } from './cn.ts'

type ClampProps = {
  lines: number
  /** User content: its `lang` is recognised. */
  children: string
  className?: string | undefined
}

/** Truncates a text after n lines; the whole text stays in the DOM for screen readers and search. */
export function Clamp({ lines, children, className }: ClampProps) {
  return (
    <p
      lang={languageOf(children)}
      className={cn('overflow-hidden', className)}
      style={{ display: '-webkit-box', WebkitBoxOrient: 'vertical', WebkitLineClamp: lines }}
    >
      {children}
    </p>
  )
}
