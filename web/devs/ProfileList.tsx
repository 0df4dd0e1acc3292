import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { PagedList } from '../lists/PagedList.tsx'
import { PAGE_ONLY, useListParams } from '../lists/use-list-params.ts'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type ProfileListProps<Item> = {
  list: UseQueryResult<Page<Item>>
  /** The plural of the items: 'experiences'. */
  things: string
  perPage: number
  failure: ReactNode
  empty: { title: string; text: string | undefined; action?: ReactNode }
  /** The height of an entry's skeleton. */
  skeletonClass: string
  children: (item: Item) => ReactNode
}

/** A list within a profile; its page number is in the URL. */
export function ProfileList<Item extends { _id: string }>({
  list,
  things,
  perPage,
  failure,
  empty,
  skeletonClass,
  children,
}: ProfileListProps<Item>) {
  const params = useListParams(PAGE_ONLY)
  return (
    <PagedList
      query={list}
      params={params}
      perPage={perPage}
      things={things}
      skeleton={<Skeleton className={cn('rounded-card', skeletonClass)} />}
      skeletonCount={Math.min(list.data?.items.length ?? perPage, perPage)}
      className="grid grid-cols-1 gap-4"
      pagerClassName="mt-6"
      failure={
        <ErrorState
          compact
          message={failure}
          onRetry={() => void list.refetch()}
          retrying={list.isFetching}
        />
      }
      empty={<EmptyState level={3} {...empty} />}
    >
      {children}
    </PagedList>
  )
}
