import { cn } from './cn.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

type BadgeProps = {
  count: number
  /** The plural of the counted things, for screen readers: 'unread notifications'. */
  label: string
  max?: number | undefined
  tone?: 'primary' | 'secondary' | 'danger' | undefined
  className?: string | undefined
}

const tones = {
  primary: 'bg-primary text-primary-ink',
  secondary: 'bg-secondary text-secondary-ink',
  danger: 'bg-danger text-danger-ink',
}

/** A small number on a corner; nothing at zero. */
export function Badge({ count, label, max = 99, tone = 'secondary', className }: BadgeProps) {
  if (count <= 0) return null
  return (
    <span
      className={cn(
        'inline-flex h-5 min-w-5 items-center justify-center rounded-full border border-transparent px-1.5 font-semibold text-xs tabular-nums',
        tones[tone],
        className,
      )}
    >
      <span aria-hidden="true">{count > max ? `${max}+` : count}</span>
      <VisuallyHidden>{`${count} ${label}`}</VisuallyHidden>
    </span>
  )
}
