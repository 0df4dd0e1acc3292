import { useQuery } from '@tanstack/react-query'
import { texts } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { ProjectCard } from '../projects/ProjectCard.tsx'
import { ProjectCardSkeleton } from '../projects/ProjectCardSkeleton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { EmptyState } from './EmptyState.tsx'
import { newestProjectsQuery } from './home.api.ts'
import { HOME_GRID, HOME_PLACES } from './home-grid.ts'
import { SectionHeading } from './SectionHeading.tsx'

export function LastProjects() {
  const projects = useQuery(newestProjectsQuery)
  return (
    <section aria-labelledby="last-projects">
      <SectionHeading id="last-projects" to={paths.projects()}>
        Last Projects
      </SectionHeading>
      {projects.isPending && (
        <div aria-busy="true" className={HOME_GRID}>
          {HOME_PLACES.map((place) => (
            <ProjectCardSkeleton key={place} />
          ))}
        </div>
      )}
      {projects.isLoadingError && (
        <ErrorState compact message={projects.error.message} onRetry={() => void projects.refetch()} />
      )}
      {projects.data?.items.length === 0 && (
        <EmptyState title={texts.projects.noneToShow} text="New projects appear here." />
      )}
      {projects.data && projects.data.items.length > 0 && (
        <ul className={HOME_GRID}>
          {projects.data.items.map((project, place) => (
            <li key={project._id} className="min-w-0">
              <ProjectCard project={project} level={3} priority={place < 1} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
