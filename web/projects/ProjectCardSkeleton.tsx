import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The shape of a ProjectCard. */
export function ProjectCardSkeleton() {
  return (
    <Card padding="none" aria-hidden="true" className="show-delayed overflow-hidden">
      <Skeleton className="aspect-[16/10] h-auto rounded-none" />
      <div className="space-y-3 p-5">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-7 w-full rounded-full" />
        <div className="flex items-center gap-2.5">
          <Skeleton className="size-10 rounded-full" />
          <Skeleton className="w-1/3" />
        </div>
      </div>
    </Card>
  )
}
