import type { ReactNode } from 'react'
import { Skeleton } from '../ui/Skeleton.tsx'

/** Rows of people or messages that are loading; `children` says so to screen readers. */
export function LoadingRows({ count, children }: { count: number; children?: ReactNode }) {
  return (
    <div aria-busy="true" className="space-y-4 px-4 pt-5">
      {children}
      {Array.from({ length: count }, (_, row) => row).map((row) => (
        <div key={row} className="flex items-center gap-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1 space-y-2">
            <Skeleton className="h-3.5 w-2/5" />
            <Skeleton className="h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
