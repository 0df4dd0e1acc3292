import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { Es } from '../ui/Es.tsx'
import { ProjectFormPage } from './ProjectFormPage.tsx'
import { publishProject } from './projects.api.ts'
import { useProjectForm } from './use-project-form.ts'

const TITLE = 'Crear nuevo proyecto'

export default function NewProjectPage() {
  const navigate = useNavigate()
  const project = useProjectForm({
    onSubmit: publishProject,
    onSaved: ({ _id }) => void navigate(paths.project(_id), { replace: true }),
  })
  return (
    <ProjectFormPage
      title={TITLE}
      heading={<Es>{TITLE}</Es>}
      project={project}
      submitLabel="Create project"
      cancelTo={paths.devProjects()}
    />
  )
}
