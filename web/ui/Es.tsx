import type { ReactNode } from 'react'

/** Spanish words on an English page, so that screen readers pronounce them right. */
export function Es({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return (
    <span lang="es" className={className}>
      {children}
    </span>
  )
}
