import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The shape of an OfferCard. */
export function OfferCardSkeleton() {
  return (
    <Card className="show-delayed flex flex-col gap-4">
      <div className="flex items-center gap-3">
        <Skeleton className="size-10 rounded-full" />
        <div className="flex-1 space-y-2">
          <Skeleton className="w-2/5" />
          <Skeleton className="h-3 w-1/4" />
        </div>
      </div>
      <div className="space-y-2">
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-1/3" />
      </div>
      <div className="space-y-2">
        <Skeleton />
        <Skeleton className="w-5/6" />
      </div>
      <div className="space-y-3">
        <Skeleton className="h-6 w-2/5 rounded-full" />
        <Skeleton className="h-7 w-2/3 rounded-full" />
      </div>
      <div className="space-y-3 border-line border-t pt-4">
        <div className="flex justify-between">
          <Skeleton className="w-24" />
          <Skeleton className="w-24" />
        </div>
        <Skeleton className="h-10" />
      </div>
    </Card>
  )
}
