import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { Page } from '../layout/Page.tsx'
import type { LoadContext } from '../routes.tsx'
import { SkillFilterBar } from '../skills/SkillFilterBar.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { ProjectList } from './ProjectList.tsx'
import { projectsQuery } from './projects.api.ts'
import { readProjectFilters, useProjectFilters, writeProjectFilters } from './use-project-filters.ts'

/** CONST-01; 'All' is no filter. */
const TABS = (['All', ...CATEGORIES] as const).map((value) => ({ value, label: value }))

export default function ProjectsPage() {
  const [search] = useSearchParams()
  const [filters, change] = useProjectFilters()
  const projects = useQuery(projectsQuery(filters))

  const queryOf = (page: number) => {
    const next = writeProjectFilters(search, { ...filters, page }).toString()
    return next && `?${next}`
  }

  return (
    <Page
      title="Explore Projects"
      subtitle="Discover talented developers for your next project"
      description="What developers have built: covers, code and the people behind."
    >
      <Tabs<Category | 'All'>
        label="Categories"
        variant="pill"
        tabs={TABS}
        value={filters.category || 'All'}
        onChange={(category) => change({ category: category === 'All' ? '' : category })}
      >
        <SkillFilterBar
          scope="projects"
          skills={filters.skills}
          onSkillsChange={(skills) => change({ skills })}
          sort={filters.sort}
          onSortChange={(sort) => change({ sort })}
          onReset={() => change({ skills: [] })}
        />
        <ProjectList
          projects={projects}
          filters={filters}
          queryOf={queryOf}
          onPageChange={(page) => change({ page }, { replace: true })}
          onReset={() => change({ skills: [] })}
        />
      </Tabs>
    </Page>
  )
}

export function load({ queryClient, url }: LoadContext) {
  return queryClient.prefetchQuery(projectsQuery(readProjectFilters(url.searchParams)))
}
