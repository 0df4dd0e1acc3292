import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

type CardListProps<Item> = {
  query: UseQueryResult<Item[]>
  /** The title where there is none. */
  empty: string
  children: (item: Item) => ReactNode
}

/** A whole list in one card, a row each, with its loading, failing and empty states. */
export function CardList<Item extends { _id: string }>({ query, empty, children }: CardListProps<Item>) {
  if (query.isPending) {
    return (
      <div aria-busy="true">
        <Skeleton className="h-24" />
      </div>
    )
  }
  if (query.isLoadingError) {
    return (
      <ErrorState
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (query.data.length === 0) return <EmptyState title={empty} />
  return (
    <ul className="overflow-hidden rounded-card border border-line bg-surface">
      {query.data.map((item) => (
        <li key={item._id} className="border-line p-4 not-first:border-t">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
