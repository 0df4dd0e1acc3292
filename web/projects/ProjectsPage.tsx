import { useQuery } from '@tanstack/react-query'
import { m } from '#contract/texts.ts'
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
      title={m.projects_explore()}
      subtitle={m.projects_subtitle()}
      description={m.projects_page_description()}
    >
      <CategoryTabs
        value={filters.category}
        onChange={(category) => change({ category })}
        beside={
          <SkillFilterBar
            scope="projects"
            filters={{ category: filters.category }}
            value={filters}
            onChange={change}
            onReset={reset}
            count={
              projects.data &&
              m.projects_list_count({ count: projects.data.total, filtered: String(isFiltered) })
            }
          />
        }
      >
        <PagedList
          query={projects}
          params={params}
          perPage={PROJECTS_PER_PAGE}
          things={m.projects_things()}
          skeleton={<ProjectCardSkeleton />}
          hasPageSpinner
          className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3"
          failure={
            <FailedAsEmpty
              title={m.projects_none_in_category()}
              query={projects}
              logged={m.projects_fetch_failed()}
            />
          }
          empty={
            <NothingFound
              title={m.projects_none_in_category()}
              text={isFiltered ? m.general_fewer_skills() : m.projects_will_appear()}
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
