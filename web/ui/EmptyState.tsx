import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { EmptyDrawing } from './illustrations/EmptyDrawing.tsx'

type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  /** Heading level; the size stays. */
  level?: 2 | 3 | 4 | undefined
  className?: string | undefined
}

/** For a list without entries: what will appear here and what to do next. */
export function EmptyState({ title, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cn('mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center', className)}>
      <EmptyDrawing className="mb-6 w-56 max-w-full" />
      <Heading className="text-xl">{title}</Heading>
      {text && <p className="mt-2 text-muted">{text}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
