import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import type { Project } from '#contract/projects.ts'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { Page } from '../layout/Page.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { isMissing } from '../lib/api.ts'
import { useAuth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Es } from '../ui/Es.tsx'
import { ProjectFormPage } from './ProjectFormPage.tsx'
import { changeProject, projectQuery } from './projects.api.ts'
import { useProjectForm } from './use-project-form.ts'

const TITLE = 'Edit project already created'

/** The own project; someone else's leads to its page, an unknown one to the 404 page (DECISION 44). */
export default function EditProjectPage() {
  const { projectId = '' } = useParams()
  const { id } = useAuth()
  const project = useQuery({ ...projectQuery(projectId), staleTime: 0 })

  if (isMissing(project.error)) return <NotFoundPage />
  if (project.isError) {
    return (
      <Page title={TITLE}>
        <ErrorState
          message={<Es>{project.error.message}</Es>}
          onRetry={() => void project.refetch()}
          retrying={project.isFetching}
        />
      </Page>
    )
  }
  // Never begun with what was read some time ago.
  if (!project.isFetchedAfterMount) return <PageSpinner />
  if (!project.data || project.data.owner._id !== id)
    return <Navigate to={paths.project(projectId)} replace />
  return <EditProject key={projectId} project={project.data} />
}

function EditProject({ project: stored }: { project: Project }) {
  const navigate = useNavigate()
  const project = useProjectForm({
    project: stored,
    onSubmit: (body) => changeProject(stored._id, body),
    onSaved: ({ _id }) => void navigate(paths.project(_id), { replace: true }),
  })
  return (
    <ProjectFormPage
      title={TITLE}
      project={project}
      submitLabel="Save changes"
      cancelTo={paths.project(stored._id)}
    />
  )
}
