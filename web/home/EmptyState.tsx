import type { ReactNode } from 'react'

/** Shown while a section has no cards. */
export function EmptyState({ title, text }: { title?: ReactNode; text: string }) {
  return (
    <div className="rounded-card border border-control border-dashed px-6 py-10 text-center">
      {title && <p className="font-medium">{title}</p>}
      <p className="text-muted">{text}</p>
    </div>
  )
}
