import { useQuery } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import NotFoundPage from '../layout/NotFoundPage.tsx'
import { Page } from '../layout/Page.tsx'
import { isMissing } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { paths } from '../paths.ts'
import { buttonStyles } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Es } from '../ui/Es.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { ProjectFormPage } from './ProjectFormPage.tsx'
import { changeProject, projectQuery } from './projects.api.ts'
import { useProjectForm } from './use-project-form.ts'

/** The own project; someone else's redirects to its page, an unknown one is a 404 (decision 35). */
export default function EditProjectPage() {
  const { projectId = '' } = useParams()
  const { id } = useAuth()
  const project = useQuery({ ...projectQuery(projectId), staleTime: 0 })

  if (isMissing(project.error)) return <NotFoundPage />
  if (project.isError) {
    return (
      <Page title={m.projects_edit_heading()}>
        <ErrorState
          message={<Es>{project.error.message}</Es>}
          onRetry={() => void project.refetch()}
          retrying={project.isFetching}
          action={
            <Link to={paths.devProjects()} className={buttonStyles({ variant: 'outline' })}>
              {m.projects_yours()}
            </Link>
          }
        />
      </Page>
    )
  }
  // The form never starts from cached data.
  if (!project.isFetchedAfterMount) return <FormSkeleton />
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
      title={m.projects_edit_heading()}
      project={project}
      cancelTo={paths.project(stored._id)}
    />
  )
}

function FormSkeleton() {
  return (
    <Page title={m.projects_edit_heading()} heading={null}>
      <div aria-busy="true" className="mx-auto max-w-3xl">
        <h1 className="mb-6 text-3xl md:mb-8 md:text-4xl">{m.projects_edit_heading()}</h1>
        <Card padding="lg" className="show-delayed space-y-6">
          <Skeleton className="h-18" />
          <div className="grid gap-6 sm:grid-cols-2">
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
            <Skeleton className="h-18" />
          </div>
          <Skeleton className="h-40" />
          <Skeleton className="h-48" />
        </Card>
      </div>
    </Page>
  )
}
