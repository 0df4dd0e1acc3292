import { m } from '#contract/texts.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { versionedPreview } from '../seo/preview.ts'
import { breadcrumbs, projectWork } from '../seo/structured-data.ts'
import { projectQuery } from './projects.api.ts'

const projects = () => [m.projects_plural(), paths.projects()] as const

export const projectsHead: HeadFunction = ({ addressOf }) => ({
  feeds: ['projects'],
  listParams: ['category', 'skills', 'page'],
  structuredData: [breadcrumbs(addressOf, projects())],
})

export const projectHead: HeadFunction = ({ queryClient, params: { projectId: id = '' }, addressOf }) => {
  const project = queryClient.getQueryData(projectQuery(id).queryKey)
  if (!project || project.state === 'draft') return {}
  return {
    type: 'article',
    image: versionedPreview('projects', project),
    summary: m.projects_summary({
      category: m.general_category_name({ category: project.category }),
      owner: fullName(project.owner),
      year: project.year,
    }),
    structuredData: [
      projectWork(project, addressOf),
      breadcrumbs(addressOf, projects(), [project.title, paths.project(id)]),
    ],
  }
}
