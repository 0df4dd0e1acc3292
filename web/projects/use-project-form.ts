import { type Project, ProjectInput } from '#contract/projects.ts'
import { texts } from '#contract/texts.ts'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import type { Failure } from '../lib/api-failure.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
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

/** The request body: the schema has checked the category. */
type ProjectBody = Omit<ProjectValues, 'category'> & { category: Category }

type Options = {
  /** The project to edit; a new one without it. */
  project?: Project | undefined
  /** Resolves to the stored project or the failure. */
  onSubmit?: ((body: ProjectBody) => Promise<Project | Failure>) | undefined
  onSaved: (project: Project) => void
}

/** The project form of the dialog and of both pages; ProjectFields renders it. */
export function useProjectForm({ project, onSubmit, onSaved }: Options) {
  const gallery = useGallery(project?.gallery ?? [], (urls) =>
    saved.form.setValue('gallery', urls, { shouldDirty: true }),
  )
  const saved = useSavedForm<ProjectValues, Project>({
    schema: ProjectInput,
    defaultValues: valuesOf(project),
    draft: `project:${project?._id ?? 'new'}`,
    send,
    onSaved,
    changes: [PROJECTS_KEY, DEVS_KEY],
    hasMore: gallery.isBusy || gallery.hasFailed,
    onReplace: (values) => gallery.replace(values.gallery),
  })

  async function send(values: ProjectValues): Promise<Project | Failure> {
    const category = CATEGORIES.find((one) => one === values.category)
    if (!onSubmit || !category) return failed(texts.projects.noSubmitHandler)
    if (gallery.hasFailed) return failed('Try again or remove the images that are not uploaded.')
    try {
      return await onSubmit({ ...values, category })
    } catch (error) {
      console.error(error)
      return failed(texts.projects.saveFailed)
    }
  }

  return { ...saved, gallery, canSubmit: !gallery.isBusy }
}

const failed = (message: string): Failure => ({ error: true, message, status: 0 })

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
