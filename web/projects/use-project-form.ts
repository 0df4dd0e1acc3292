import { type FormEvent, useRef } from 'react'
import {
  CODE_LANGUAGES,
  type CodeLanguage,
  type Project,
  ProjectInput,
  type ProjectState,
} from '#contract/projects.ts'
import { m } from '#contract/texts.ts'
import { CATEGORIES, type Category } from '#contract/values.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import type { Failure } from '../lib/api-failure.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { toast } from '../ui/toast.ts'
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
  codeLanguages: (CodeLanguage | '')[]
  gallery: string[]
}

/** The request body: the schema has checked the category. */
type ProjectBody = Omit<ProjectValues, 'category'> & { category: Category; state?: ProjectState }

type Options = {
  /** The project to edit; a new one without it. */
  project?: Project | undefined
  /** Resolves to the stored project or the failure. */
  onSubmit?: ((body: ProjectBody) => Promise<Project | Failure>) | undefined
  onSaved: (project: Project) => void
}

/**
 * The project form of the dialog and both pages; ProjectFields renders it. It has two buttons: a new project is
 * published or saved as a draft, a draft is published or stays one, a public project stays public or becomes a draft (FLOW-06).
 */
export function useProjectForm({ project, onSubmit, onSaved }: Options) {
  const gallery = useGallery(project?.gallery ?? [], (urls) =>
    saved.form.setValue('gallery', urls, { shouldDirty: true }),
  )
  const saved = useSavedForm<ProjectValues, Project>({
    schema: ProjectInput,
    defaultValues: valuesOf(project),
    draft: `project:${project?._id ?? 'new'}`,
    send,
    onSaved: (stored) => {
      announceState(stored.state, project?.state)
      onSaved(stored)
    },
    changes: [PROJECTS_KEY, DEVS_KEY],
    hasMore: gallery.isBusy || gallery.hasFailed,
    onReplace: (values) => gallery.replace(values.gallery),
  })

  const isDraft = project?.state === 'draft'
  const isSecond = useRef({ picked: false, sent: false })

  async function send(values: ProjectValues): Promise<Project | Failure> {
    const category = CATEGORIES.find((one) => one === values.category)
    if (!onSubmit || !category) return failed(m.projects_no_submit_handler())
    if (gallery.hasFailed) return failed(m.projects_images_not_uploaded())
    try {
      // Also sent for a draft, which may have been published elsewhere meanwhile.
      const state = isSecond.current.sent ? 'draft' : isDraft ? 'published' : undefined
      return await onSubmit({ ...values, category, ...(state && { state }) })
    } catch (error) {
      console.error(error)
      return failed(m.projects_save_failed())
    }
  }

  return {
    ...saved,
    gallery,
    canSubmit: !gallery.isBusy,
    submit(event: FormEvent<HTMLFormElement>) {
      isSecond.current = { picked: false, sent: isSecond.current.picked }
      return saved.submit(event)
    },
    submitLabel: isDraft ? m.projects_publish() : project ? m.general_save_changes() : m.projects_create(),
    second: {
      label: project && !isDraft ? m.projects_make_draft() : m.projects_save_draft(),
      onPick: () => {
        isSecond.current.picked = true
      },
    },
    /** Enter in a field would publish. */
    onlyByButton: isDraft,
  }
}

function announceState(state: ProjectState, former: ProjectState | undefined) {
  if (state === 'draft') toast.success(m.projects_draft_saved())
  else if (former === 'draft') toast.success(m.projects_published())
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
  codeLanguages: (project?.codeLanguages ?? []).map(knownLanguage),
  gallery: project?.gallery ?? [],
})

const knownLanguage = (name: string) => CODE_LANGUAGES.find((language) => language === name) ?? ''
