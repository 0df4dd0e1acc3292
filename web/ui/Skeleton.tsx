import { cn } from './cn.ts'

/** A placeholder; give it the size of its content. Put `aria-busy` and a Spinner label on the list around it. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'block h-4 animate-shimmer rounded-control bg-neutral-bg forced-colors:border forced-colors:border-[GrayText]',
        className,
      )}
    />
  )
}
