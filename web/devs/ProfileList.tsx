import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Page } from '#contract/endpoint.ts'
import { pageParam, pagesOf, withParams } from '../lib/list-params.ts'
import { useDelayedFlag } from '../lib/use-delayed-flag.ts'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

type ProfileListProps<Item> = {
  list: UseQueryResult<Page<Item>>
  /** What is listed: 'experiences'. */
  label: string
  page: number
  perPage: number
  failure: ReactNode
  empty: { title: string; text: string | undefined; action?: ReactNode }
  /** The height of an entry, for its place holder. */
  skeletonClass: string
  children: (item: Item) => ReactNode
}

/** One page of a list of the profile: loading, failing, empty, full. The page number stands in the address. */
export function ProfileList<Item extends { _id: string }>(props: ProfileListProps<Item>) {
  const { list, label, page, perPage } = props
  const [search, setSearch] = useSearchParams()
  const pageCount = list.isLoadingError ? 0 : pagesOf(list.data?.total ?? 0, perPage)
  const queryOf = (target: number) => withParams(search, { page: pageParam(target) }).toString()

  // The last page may be gone with its last entry.
  const isBeyond = !list.isPlaceholderData && pageCount > 0 && page > pageCount
  useEffect(() => {
    if (!isBeyond) return
    setSearch((now) => withParams(now, { page: pageParam(pageCount) }), {
      replace: true,
      preventScrollReset: true,
    })
  }, [isBeyond, pageCount, setSearch])

  return (
    <>
      <Content {...props} />
      <Pagination
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        renderLink={(target) => <Link to={{ search: queryOf(target) }} preventScrollReset />}
        label={`Pages of ${label}`}
        className="mt-6"
      />
    </>
  )
}

const FRAME = 'grid grid-cols-1 gap-4'

function Content<Item extends { _id: string }>({
  list,
  label,
  perPage,
  failure,
  empty,
  skeletonClass,
  children,
}: ProfileListProps<Item>) {
  const isChanging = useDelayedFlag(list.isPlaceholderData)
  if (list.isPending || isChanging) {
    const places = Math.min(list.data?.items.length ?? perPage, perPage)
    return (
      <div aria-busy="true" className={cn(FRAME, isChanging && '[--late:0s]')}>
        <VisuallyHidden>Loading {label}</VisuallyHidden>
        {Array.from({ length: places }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: place holders are all alike
          <Skeleton key={index} className={cn('rounded-card', skeletonClass)} />
        ))}
      </div>
    )
  }
  if (list.isLoadingError) {
    return (
      <ErrorState compact message={failure} onRetry={() => void list.refetch()} retrying={list.isFetching} />
    )
  }
  if (list.data.items.length === 0) return <EmptyState level={3} {...empty} />
  return (
    <ul className={FRAME}>
      {list.data.items.map((item) => (
        <li key={item._id} className="min-w-0">
          {children(item)}
        </li>
      ))}
    </ul>
  )
}
