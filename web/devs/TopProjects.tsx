import { useQuery } from '@tanstack/react-query'
import Eye from 'lucide-react/icons/eye'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedProject } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { formatCount } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { topProjectsQuery } from '../projects/projects.api.ts'
import { shownViews } from '../projects/shown-views.ts'
import { Card } from '../ui/Card.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The three most viewed projects (PROF-12 to PROF-14, decision 40). */
export function TopProjects({ developerId }: { developerId: string }) {
  const projects = useQuery(topProjectsQuery(developerId))
  return (
    <Card as="section" padding="lg">
      <h2 className="mb-3 text-lg">{m.devs_most_viewed()}</h2>
      {projects.isPending ? (
        <div aria-busy="true">
          <p className="show-delayed mb-3 text-muted">{m.devs_loading_projects()}</p>
          <Row>
            {[1, 2, 3].map((index) => (
              <li key={index} className={rowStyles}>
                <Skeleton className={cn(coverStyles, 'h-auto')} />
                <Skeleton className="w-2/3 sm:mt-2" />
              </li>
            ))}
          </Row>
        </div>
      ) : projects.isLoadingError ? (
        <ErrorState
          compact
          calm
          message={m.projects_no_top()}
          onRetry={() => void projects.refetch()}
          retrying={projects.isFetching}
        />
      ) : projects.data.items.length === 0 ? (
        <p className="text-muted">{m.projects_none_to_show()}</p>
      ) : (
        <Row>
          {projects.data.items.map((project) => (
            <li key={project._id} className="min-w-0">
              <TopProject project={project} />
            </li>
          ))}
        </Row>
      )}
    </Card>
  )
}

function Row({ children }: { children: ReactNode }) {
  return <ul className="grid gap-4 sm:grid-cols-3">{children}</ul>
}

/** Text beside the image on a phone, below it elsewhere. */
const rowStyles = 'flex items-center gap-4 sm:block'
const coverStyles = 'aspect-[16/10] w-28 shrink-0 sm:w-auto'

function TopProject({ project }: { project: ListedProject }) {
  const [cover] = project.gallery
  return (
    <article className={cn('group relative min-w-0', rowStyles)}>
      <div className={cn(coverStyles, 'overflow-hidden rounded-control border border-line bg-neutral-bg')}>
        {cover ? (
          <Picture
            src={cover}
            alt=""
            sizes="(min-width: 1024px) 250px, (min-width: 640px) 33vw, 112px"
            className="size-full object-cover"
          />
        ) : (
          <p className="grid size-full place-items-center px-1 text-center text-muted text-xs">
            {m.projects_no_image()}
          </p>
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-base sm:mt-2">
          <Link
            to={paths.project(project._id)}
            className="line-clamp-3 text-text no-underline after:absolute after:inset-0 after:rounded-control group-hover:text-primary"
          >
            {project.title}
          </Link>
        </h3>
        <p className="mt-1 flex items-center gap-1.5 text-muted text-sm">
          <Eye aria-hidden="true" className="size-4" />
          {formatCount(shownViews(project.views))}
          <span className="sr-only">{m.projects_views_after_count()}</span>
        </p>
      </div>
    </article>
  )
}
