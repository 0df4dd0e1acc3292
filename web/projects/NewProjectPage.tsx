import { useNavigate } from 'react-router'
import { m } from '#contract/texts.ts'
import { paths } from '../paths.ts'
import { Es } from '../ui/Es.tsx'
import { ProjectFormPage } from './ProjectFormPage.tsx'
import { publishProject } from './projects.api.ts'
import { useProjectForm } from './use-project-form.ts'

export default function NewProjectPage() {
  const navigate = useNavigate()
  const project = useProjectForm({
    onSubmit: publishProject,
    onSaved: ({ _id }) => void navigate(paths.project(_id), { replace: true }),
  })
  return (
    <ProjectFormPage
      title={m.projects_new_heading()}
      heading={<Es>{m.projects_new_heading()}</Es>}
      project={project}
      cancelTo={paths.devProjects()}
    />
  )
}
