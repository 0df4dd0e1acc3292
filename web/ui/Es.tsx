import type { ReactNode } from 'react'

/** Spanish text on an English page, for the pronunciation of screen readers. */
export function Es({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <span lang="es" className={className}>
      {children}
    </span>
  )
}
