import { useQueryClient } from '@tanstack/react-query'
import { type Project, ProjectInput } from '#contract/projects.ts'
import { texts } from '#contract/texts.ts'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import { type Failure, isFailure } from '../lib/api.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { useKeptInput } from '../lib/use-kept-input.ts'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { useGallery } from '../uploads/use-gallery.ts'
import { PROJECTS_KEY } from './projects.api.ts'

export type ProjectValues = {
  title: string
  category: string
  year: string
  professionalRole: string
  duration: string
  projectSkills: string[]
  description: string
  liveLink: string
  githubProjectLink: string
  codeSections: string[]
  gallery: string[]
}

/** What is sent: the schema has seen that a category was chosen. */
type ProjectBody = Omit<ProjectValues, 'category'> & { category: Category }

type Options = {
  /** What is edited; a new project without it. */
  project?: Project | undefined
  /** Sends the project and gives what was stored, or why not. */
  onSubmit?: ((body: ProjectBody) => Promise<Project | Failure>) | undefined
  onSaved: (project: Project) => void
}

/** The project form of the dialog and of both pages; ProjectFields draws it. */
export function useProjectForm({ project, onSubmit, onSaved }: Options) {
  const queryClient = useQueryClient()
  const form = useContractForm<ProjectValues>(ProjectInput, { defaultValues: valuesOf(project) })
  const gallery = useGallery(project?.gallery ?? [], (urls) =>
    form.setValue('gallery', urls, { shouldDirty: true }),
  )
  const kept = useKeptInput(form, `project:${project?._id ?? 'new'}`, {
    onReplace: (values) => gallery.replace(values.gallery),
  })
  const { isDirty, isSubmitting } = form.formState
  const guard = useLeaveGuard(isDirty || gallery.isBusy || gallery.hasFailed, kept.clear)

  const submit = form.handleSubmit(async (values) => {
    if (!onSubmit) return form.setError('root', { message: texts.projects.noSubmitHandler })
    if (gallery.hasFailed) {
      return form.setError('gallery', { message: 'Try again or remove the images that are not uploaded.' })
    }
    const category = CATEGORIES.find((one) => one === values.category)
    if (!category) return
    try {
      const result = await onSubmit({ ...values, category })
      if (isFailure(result)) {
        showFailure(form, result)
        // Removed meanwhile, in another tab: the lists should say so.
        if (result.status === 404) void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY })
        return
      }
      kept.clear()
      guard.release()
      void queryClient.invalidateQueries({ queryKey: PROJECTS_KEY })
      void queryClient.invalidateQueries({ queryKey: DEVS_KEY })
      onSaved(result)
    } catch (error) {
      console.error(error)
      form.setError('root', { message: texts.projects.saveFailed })
    }
  })

  return { form, gallery, kept, guard, submit, isSubmitting, canSubmit: !gallery.isBusy }
}

export type ProjectForm = ReturnType<typeof useProjectForm>

const valuesOf = (project: Project | undefined): ProjectValues => ({
  title: project?.title ?? '',
  category: project?.category ?? '',
  year: project ? String(project.year) : '',
  professionalRole: project?.professionalRole ?? '',
  duration: project?.duration ?? '',
  projectSkills: project?.projectSkills ?? [],
  description: project?.description ?? '',
  liveLink: project?.liveLink ?? '',
  githubProjectLink: project?.githubProjectLink ?? '',
  codeSections: project?.codeSections ?? [],
  gallery: project?.gallery ?? [],
})
