import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Page } from '#contract/endpoint.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'

type GrowingListProps<Item> = {
  query: UseInfiniteQueryResult<InfiniteData<Page<Item>>, Error>
  /** Instead of the items while the first page is loaded. */
  loading: ReactNode
  empty: ReactNode
  moreLabel: string
  children: (items: Item[]) => ReactNode
}

/** A list with a 'load more' button; a failed next page leaves the shown items. */
export function GrowingList<Item>({ query, loading, empty, moreLabel, children }: GrowingListProps<Item>) {
  if (query.isPending) return loading
  if (query.isLoadingError) {
    return (
      <ErrorState
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const items = query.data.pages.flatMap((page) => page.items)
  return (
    <>
      {items.length === 0 ? empty : children(items)}
      {query.isError && (
        <Alert tone="danger" className="mt-4">
          {query.error.message}
        </Alert>
      )}
      {query.hasNextPage && (
        <div className="mt-6 flex justify-center">
          <Button
            variant="outline"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {moreLabel}
          </Button>
        </div>
      )}
    </>
  )
}
