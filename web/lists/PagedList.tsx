import type { UseQueryResult } from '@tanstack/react-query'
import { Fragment, type ReactNode, useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router'
import type { Page } from '#contract/endpoint.ts'
import { reachablePages } from '#contract/list-depth.ts'
import { m } from '#contract/texts.ts'
import { cn } from '../ui/cn.ts'
import { Pagination } from '../ui/Pagination.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { useDelayedFlag } from './use-delayed-flag.ts'
import type { useListParams } from './use-list-params.ts'
import { usePageSpinner } from './use-page-spinner.ts'

type PagedListProps<Item> = {
  /** The query of the current page, with the previous data as placeholder. */
  query: UseQueryResult<Page<Item>>
  params: Pick<
    ReturnType<typeof useListParams<{ page: number }>>,
    'filters' | 'keepsScroll' | 'redirectTo' | 'searchOf'
  >
  perPage: number
  /** The plural of the items: 'offers'. */
  things: string
  /** The skeleton of a card; a spinner without one. */
  skeleton?: ReactNode
  skeletonCount?: number | undefined
  /** A page change hides the cards behind a spinner for 500 ms at least (PROJ-16, DIR-14). */
  hasPageSpinner?: boolean | undefined
  failure: ReactNode
  empty: ReactNode
  /** The grid of the cards, or of the skeletons of a table. */
  className: string
  pagerClassName?: string | undefined
} & (
  | { children: (item: Item, index: number) => ReactNode; table?: undefined }
  /** All items at once, in place of cards in a list. */
  | { table: (items: readonly Item[]) => ReactNode; children?: undefined }
)

/** One page of a list: loading, error, empty, data, and its pager. */
export function PagedList<Item extends { _id: string }>(props: PagedListProps<Item>) {
  const { query, params, perPage, things, pagerClassName = 'mt-8' } = props
  const { page } = params.filters
  const pageCount = query.isLoadingError ? 0 : reachablePages(query.data?.total ?? 0, perPage)

  // After a deletion, by an old link or on a wider screen the page may not exist.
  const isBeyond = !query.isPlaceholderData && pageCount > 0 && page > pageCount
  const redirect = useEffectEvent(() => params.redirectTo(pageCount))
  useEffect(() => {
    if (isBeyond) redirect()
  }, [isBeyond])

  return (
    <>
      <Content {...props} />
      <Pagination
        page={Math.min(page, pageCount)}
        pageCount={pageCount}
        renderLink={(target) => (
          <Link to={{ search: params.searchOf(target) }} preventScrollReset={params.keepsScroll} />
        )}
        label={m.lists_pages_of({ things })}
        className={pagerClassName}
      />
    </>
  )
}

function Content<Item extends { _id: string }>({
  query,
  params,
  perPage,
  things,
  skeleton,
  skeletonCount = perPage,
  hasPageSpinner = false,
  failure,
  empty,
  className,
  children,
  table,
}: PagedListProps<Item>) {
  const isTurning = usePageSpinner(params.filters.page, query.isPlaceholderData) && hasPageSpinner
  const isReplacing = useDelayedFlag(query.isPlaceholderData && !isTurning)

  if (query.isPending || isReplacing) {
    return skeleton ? (
      <div aria-busy="true" className={cn(className, isReplacing && '[--loading-delay:0s]')}>
        <VisuallyHidden>{m.lists_loading({ things })}</VisuallyHidden>
        {Array.from({ length: skeletonCount }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all skeletons are alike
          <Fragment key={index}>{skeleton}</Fragment>
        ))}
      </div>
    ) : (
      <div
        aria-busy="true"
        className={cn(
          'grid min-h-[60vh] place-items-start justify-center pt-24',
          isReplacing && '[--loading-delay:0s]',
        )}
      >
        <Spinner size="lg" label={m.lists_loading({ things })} />
      </div>
    )
  }
  if (query.isLoadingError) return failure
  if (query.data.items.length === 0) return empty
  return (
    <div className="relative" aria-busy={isTurning || undefined}>
      {isTurning && (
        <div className="absolute inset-x-0 top-24 grid place-items-center [--loading-delay:0s]">
          <Spinner size="lg" label={m.lists_loading({ things })} />
        </div>
      )}
      {/* Invisible, not removed: nothing jumps, and the images of the new page already load. */}
      {table ? (
        table(query.data.items)
      ) : (
        <ul className={cn(className, isTurning && 'invisible')}>
          {query.data.items.map((item, index) => (
            <li key={item._id} className="min-w-0">
              {children(item, index)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
