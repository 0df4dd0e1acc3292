import { useQuery } from '@tanstack/react-query'
import { texts } from '#contract/texts.ts'
import { Page } from '../layout/Page.tsx'
import type { LoadContext } from '../lib/load-context.ts'
import { CategoryTabs } from '../lists/CategoryTabs.tsx'
import { FailedAsEmpty, NothingFound } from '../lists/NothingFound.tsx'
import { PagedList } from '../lists/PagedList.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { ProjectCard } from './ProjectCard.tsx'
import { ProjectCardSkeleton } from './ProjectCardSkeleton.tsx'
import { PROJECT_PARAMS } from './project-params.ts'
import { PROJECTS_PER_PAGE, projectsQuery } from './projects.api.ts'

/** The covers of the first screen are not lazy. */
const PRIORITY_COVERS = 3

export default function ProjectsPage() {
  const params = useListParams(PROJECT_PARAMS)
  const { filters, change, searchOf } = params
  const projects = useQuery(projectsQuery(filters))
  const isFiltered = filters.skills.length > 0
  const reset = () => change({ skills: [] })

  return (
    <Page
      title="Explore Projects"
      subtitle="Discover talented developers for your next project"
      description="What developers have built: covers, code and the people behind."
    >
      <CategoryTabs value={filters.category} onChange={(category) => change({ category })}>
        <SkillFilterBar
          scope="projects"
          skills={filters.skills}
          onSkillsChange={(skills) => change({ skills })}
          sort={filters.sort}
          onSortChange={(sort) => change({ sort })}
          onReset={reset}
        />
        <PagedList
          query={projects}
          params={params}
          perPage={PROJECTS_PER_PAGE}
          things="projects"
          skeleton={<ProjectCardSkeleton />}
          hasPageSpinner
          className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3"
          failure={
            <FailedAsEmpty
              title={texts.projects.noneInCategory}
              query={projects}
              logged={texts.projects.fetchFailed}
            />
          }
          empty={
            <NothingFound
              title={texts.projects.noneInCategory}
              text={isFiltered ? 'Try fewer skills.' : 'New projects appear here.'}
              onReset={isFiltered ? reset : undefined}
            />
          }
        >
          {(project, index) => (
            <ProjectCard
              project={project}
              query={searchOf(filters.page)}
              showCategory={filters.category !== ''}
              priority={index < PRIORITY_COVERS}
            />
          )}
        </PagedList>
      </CategoryTabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  return queryClient.prefetchQuery(projectsQuery(PROJECT_PARAMS.read(url.searchParams)))
}
