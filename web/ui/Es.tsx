import type { ReactNode } from 'react'
import { getLocale } from '#contract/locale.ts'

/** A text that is Spanish on an English page while nobody has chosen a language, for its pronunciation. */
export function Es({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <span lang={getLocale() === 'en-quoted' ? 'es' : undefined} className={className}>
      {children}
    </span>
  )
}
