import type { UseQueryResult } from '@tanstack/react-query'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { Page } from '#contract/endpoint.ts'
import type { Project } from '#contract/projects.ts'
import { texts } from '#contract/texts.ts'
import { pagesOf } from '../lib/list-params.ts'
import { useDelayedFlag } from '../lib/use-delayed-flag.ts'
import { usePageSpinner } from '../lib/use-page-spinner.ts'
import { Button } from '../ui/Button.tsx'
import { cn } from '../ui/cn.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Pagination } from '../ui/Pagination.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectCardSkeleton } from './ProjectCardSkeleton.tsx'
import { PROJECTS_PER_PAGE, type ProjectFilters } from './projects.api.ts'

const GRID = 'grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3'
/** What a first screen shows: their covers do not wait. */
const PRIORITY_COVERS = 3

type ProjectListProps = {
  projects: UseQueryResult<Page<Project>>
  filters: ProjectFilters
  /** The query string of a page of this list. */
  queryOf: (page: number) => string
  onPageChange: (page: number) => void
  onReset: () => void
}

/** One page of the project list: loading, failing (an empty list, ERR-20), empty, full. */
export function ProjectList({ projects, filters, queryOf, onPageChange, onReset }: ProjectListProps) {
  const { data, isLoadingError } = projects
  const isTurning = usePageSpinner(filters.page, projects.isPlaceholderData)
  const pageCount = isLoadingError ? 0 : pagesOf(data?.total ?? 0, PROJECTS_PER_PAGE)

  useEffect(() => {
    if (isLoadingError) console.error(texts.projects.fetchFailed)
  }, [isLoadingError])

  // A page that is no longer there, after a deletion or in an old link: the last one is meant.
  const isBeyond = !projects.isPlaceholderData && pageCount > 0 && filters.page > pageCount
  useEffect(() => {
    if (isBeyond) onPageChange(pageCount)
  }, [isBeyond, onPageChange, pageCount])

  return (
    <>
      <Content
        projects={projects}
        filters={filters}
        query={queryOf(filters.page)}
        isTurning={isTurning}
        onReset={onReset}
      />
      <Pagination
        page={Math.min(filters.page, pageCount)}
        pageCount={pageCount}
        renderLink={(page) => <Link to={{ search: queryOf(page) }} />}
        label="Pages of projects"
        className="mt-8"
      />
    </>
  )
}

type ContentProps = Pick<ProjectListProps, 'projects' | 'filters' | 'onReset'> & {
  query: string
  isTurning: boolean
}

function Content({ projects, filters, query, isTurning, onReset }: ContentProps) {
  const isChanging = useDelayedFlag(projects.isPlaceholderData && !isTurning)
  if (projects.isPending || isChanging) {
    return (
      <div aria-busy="true" className={cn(GRID, isChanging && '[--late:0s]')}>
        <VisuallyHidden>Loading projects</VisuallyHidden>
        {Array.from({ length: PROJECTS_PER_PAGE }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: place holders are all alike
          <ProjectCardSkeleton key={index} />
        ))}
      </div>
    )
  }
  if (projects.isLoadingError || projects.data.items.length === 0) {
    const isFiltered = filters.skills.length > 0
    return (
      <EmptyState
        title={texts.projects.noneInCategory}
        text={
          projects.isLoadingError
            ? 'The list could not be loaded.'
            : isFiltered
              ? 'Fewer skills may find more.'
              : 'New projects will stand here.'
        }
        action={
          projects.isLoadingError ? (
            <Button variant="outline" loading={projects.isFetching} onClick={() => void projects.refetch()}>
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
          <Spinner size="lg" label="Loading projects" />
        </div>
      )}
      {/* Unseen, not gone: nothing jumps, and the covers of the new page are already on their way. */}
      <ul className={cn(GRID, isTurning && 'invisible')}>
        {projects.data.items.map((project, place) => (
          <li key={project._id} className="min-w-0">
            <ProjectCard
              project={project}
              query={query}
              showCategory={filters.category !== ''}
              priority={place < PRIORITY_COVERS}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
