import { m } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import { Card } from '../ui/Card.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

export function OfferPageSkeleton() {
  return (
    <Page title={m.offers_one()} heading={null}>
      <div
        aria-busy="true"
        className="show-delayed grid grid-cols-1 items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-12"
      >
        <div>
          <Skeleton className="h-5 w-32" />
          <Skeleton className="mt-3 h-9 w-3/4 md:h-11" />
          <Skeleton className="mt-3 h-5 w-1/3" />
          <Card padding="lg" className="mt-6 grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3">
            {[1, 2, 3, 4, 5, 6].map((fact) => (
              <Skeleton key={fact} className="h-11 w-4/5" />
            ))}
          </Card>
          <Skeleton className="mt-9 h-6 w-24" />
          <Skeleton className="mt-3 h-7 w-2/3 rounded-full" />
          <Skeleton className="mt-9 h-6 w-36" />
          <div className="mt-4 max-w-prose space-y-3">
            <Skeleton />
            <Skeleton />
            <Skeleton />
            <Skeleton className="w-2/3" />
          </div>
        </div>
        <div className="space-y-4">
          <Skeleton className="h-12 max-lg:hidden" />
          <Card padding="lg" className="space-y-4">
            <Skeleton className="size-14 rounded-full" />
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/3" />
            <Skeleton className="h-11" />
          </Card>
        </div>
      </div>
    </Page>
  )
}
