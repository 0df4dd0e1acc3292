import { useNavigate } from 'react-router'
import type { Project } from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { paths } from '../paths.ts'
import { ProjectFields } from './ProjectFields.tsx'
import { changeProject, publishProject } from './projects.api.ts'
import { useProjectForm } from './use-project-form.ts'

type ProjectDialogProps = {
  /** The project to edit; a new one without it. */
  project?: Project | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function ProjectDialog({ project: stored, open, onOpenChange }: ProjectDialogProps) {
  const navigate = useNavigate()
  const project = useProjectForm({
    project: stored,
    onSubmit: (body) => (stored ? changeProject(stored._id, body) : publishProject(body)),
    onSaved({ _id }) {
      onOpenChange(false)
      // "After creating a project, navigate to /projects/{id}" (PROF-30).
      if (!stored) void navigate(paths.project(_id))
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={stored ? m.projects_edit() : m.projects_create()}
      submitLabel={project.submitLabel}
      second={project.second}
      onlyByButton={project.onlyByButton}
      saved={project}
      canSubmit={project.canSubmit}
      size="lg"
    >
      <ProjectFields project={project} />
    </FormDialog>
  )
}
