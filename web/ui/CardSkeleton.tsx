import { cn } from './cn.ts'
import { Skeleton } from './Skeleton.tsx'

/** Placeholder of a card; give it the height of that card. */
export function CardSkeleton({ className }: { className?: string | undefined }) {
  return (
    <div
      aria-hidden="true"
      className={cn(
        'show-delayed flex flex-col gap-4 rounded-card border border-line bg-surface p-5',
        className,
      )}
    >
      <span className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <span className="grid flex-1 gap-2">
          <Skeleton className="w-1/2" />
          <Skeleton className="h-3 w-1/3" />
        </span>
      </span>
      <Skeleton className="w-3/4" />
      <Skeleton className="mt-auto w-full" />
    </div>
  )
}
