import type { ReactNode } from 'react'

/** In place of the cards of a section: what will stand here. */
export function EmptyState({ title, text }: { title?: ReactNode; text: string }) {
  return (
    <div className="rounded-card border border-control border-dashed px-6 py-10 text-center">
      {title && <p className="font-medium">{title}</p>}
      <p className="text-muted">{text}</p>
    </div>
  )
}
