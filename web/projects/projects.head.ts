import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import type { HeadFunction } from '../seo/page-head.ts'
import { versionedPreview } from '../seo/preview.ts'
import { breadcrumbs, projectWork } from '../seo/structured-data.ts'
import { projectQuery } from './projects.api.ts'

const PROJECTS = ['Projects', paths.projects()] as const

export const projectsHead: HeadFunction = ({ origin }) => ({
  feeds: ['projects'],
  listParams: ['category', 'skills', 'page'],
  structuredData: [breadcrumbs(origin, PROJECTS)],
})

export const projectHead: HeadFunction = ({ queryClient, params: { projectId: id = '' }, origin }) => {
  const project = queryClient.getQueryData(projectQuery(id).queryKey)
  if (!project) return {}
  return {
    type: 'article',
    image: versionedPreview('projects', project),
    summary: `${project.category} project of ${fullName(project.owner)}, ${project.year}`,
    structuredData: [
      projectWork(project, origin),
      breadcrumbs(origin, PROJECTS, [project.title, paths.project(id)]),
    ],
  }
}
