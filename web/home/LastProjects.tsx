import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { ProjectCard } from '../projects/ProjectCard.tsx'
import { ProjectCardSkeleton } from '../projects/ProjectCardSkeleton.tsx'
import { cn } from '../ui/cn.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EmptyState } from './EmptyState.tsx'
import { newestProjectsQuery } from './home.api.ts'
import { HOME_GRID, HOME_SLOTS } from './home-grid.ts'
import { SectionHeading } from './SectionHeading.tsx'

export function LastProjects() {
  const projects = useQuery(newestProjectsQuery)
  return (
    <section aria-labelledby="last-projects">
      <SectionHeading id="last-projects" to={paths.projects()}>
        {m.home_last_projects()}
      </SectionHeading>
      {projects.isPending && (
        <div aria-busy="true" className={cn(HOME_GRID, 'max-sm:overflow-x-hidden')}>
          {HOME_SLOTS.map((index) => (
            <ProjectCardSkeleton key={index} />
          ))}
        </div>
      )}
      {projects.isLoadingError && (
        <ErrorState compact message={projects.error.message} onRetry={() => void projects.refetch()} />
      )}
      {projects.data?.items.length === 0 && (
        <EmptyState title={m.projects_none_to_show()} text={m.projects_will_appear()} />
      )}
      {projects.data && projects.data.items.length > 0 && (
        <ul aria-labelledby="last-projects" className={HOME_GRID}>
          {projects.data.items.map((project, index) => (
            <li key={project._id} className="min-w-0">
              <ProjectCard project={project} level={3} priority={index < 1} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
