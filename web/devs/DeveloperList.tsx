import type { UseQueryResult } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { DevCard } from '#contract/devs.ts'
import type { Page } from '#contract/endpoint.ts'
import { texts } from '#contract/texts.ts'
import { pagesOf } from '../lib/list-params.ts'
import { useDelayedFlag } from '../lib/use-delayed-flag.ts'
import { usePageSpinner } from '../lib/use-page-spinner.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { DeveloperCard } from './DeveloperCard.tsx'
import type { DevFilters } from './devs.api.ts'

type DeveloperListProps = {
  developers: UseQueryResult<Page<DevCard>>
  filters: DevFilters
  perPage: number
  /** The query string of a page of this list. */
  queryOf: (page: number) => string
  onPageChange: (page: number) => void
  onReset: () => void
}

/** One page of the directory: loading, failing (an empty list, ERR-63), empty, full. */
export function DeveloperList(props: DeveloperListProps) {
  const { developers, filters, perPage, queryOf, onPageChange } = props
  const { data, error } = developers
  const isTurning = usePageSpinner(filters.page, developers.isPlaceholderData)
  const pageCount = developers.isLoadingError ? 0 : pagesOf(data?.total ?? 0, perPage)

  useEffect(() => {
    if (error) console.error(error.message)
  }, [error])

  // A page that is no longer there, in an old link or on a wider window: the last one is meant.
  const isBeyond = !developers.isPlaceholderData && pageCount > 0 && filters.page > pageCount
  useEffect(() => {
    if (isBeyond) onPageChange(pageCount)
  }, [isBeyond, onPageChange, pageCount])

  return (
    <>
      <Content {...props} isTurning={isTurning} />
      <Pagination
        page={Math.min(filters.page, pageCount)}
        pageCount={pageCount}
        renderLink={(page) => <Link to={{ search: queryOf(page) }} />}
        label="Pages of developers"
        className="mt-8"
      />
    </>
  )
}

function Content({ developers, filters, isTurning, onReset }: DeveloperListProps & { isTurning: boolean }) {
  const isChanging = useDelayedFlag(developers.isPlaceholderData && !isTurning)
  if (developers.isPending || isChanging) {
    return (
      <div
        aria-busy="true"
        className={cn(
          'grid min-h-[60vh] place-items-start justify-center pt-24',
          isChanging && '[--late:0s]',
        )}
      >
        <Spinner size="lg" label="Loading developers" />
      </div>
    )
  }
  if (developers.isLoadingError || developers.data.items.length === 0) {
    const isFiltered = filters.skills.length > 0 || filters.experience !== ''
    return (
      <EmptyState
        title={texts.devs.none}
        text={
          developers.isLoadingError
            ? 'The list could not be loaded.'
            : isFiltered
              ? 'Fewer filters may find more.'
              : 'New profiles will stand here.'
        }
        action={
          developers.isLoadingError ? (
            <Button
              variant="outline"
              loading={developers.isFetching}
              onClick={() => void developers.refetch()}
            >
              <RotateCcw aria-hidden="true" />
              Try again
            </Button>
          ) : (
            isFiltered && (
              <Button variant="outline" onClick={onReset}>
                Reset Filters
              </Button>
            )
          )
        }
      />
    )
  }
  return (
    <div className="relative" aria-busy={isTurning || undefined}>
      {isTurning && (
        <div className="absolute inset-x-0 top-24 grid place-items-center [--late:0s]">
          <Spinner size="lg" label="Loading developers" />
        </div>
      )}
      {/* Unseen, not gone: nothing jumps, and the pictures of the new page are already on their way. */}
      <ul className={cn('grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3', isTurning && 'invisible')}>
        {developers.data.items.map((developer) => (
          <li key={developer._id} className="min-w-0">
            <DeveloperCard developer={developer} wantedSkills={filters.skills} showCategories />
          </li>
        ))}
      </ul>
    </div>
  )
}
