import { Controller, type FieldErrors } from 'react-hook-form'
import { withHttps } from '#contract/formats.ts'
import { m } from '#contract/texts.ts'
import { CATEGORIES, LIMITS } from '#contract/values.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { GalleryField } from '../uploads/GalleryField.tsx'
import { CodeSectionRows } from './CodeSectionRows.tsx'
import type { ProjectForm, ProjectValues } from './use-project-form.ts'

/** The fields of a project; the form element and its buttons belong to the page or dialog. */
export function ProjectFields({ project: { form, gallery } }: { project: ProjectForm }) {
  const { errors } = form.formState
  const link = (name: 'liveLink' | 'githubProjectLink') =>
    form.register(name, {
      onBlur: () => {
        const typed = form.getValues(name)
        // A single word is no host, and is refused as typed (VAL-28).
        if (typed.includes('.')) form.setValue(name, withHttps(typed), { shouldDirty: true })
      },
    })
  return (
    <>
      <Field label={m.general_title()} error={errors.title?.message} required>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.general_category()} error={errors.category?.message} required>
          <Select
            {...form.register('category')}
            placeholder={m.general_choose_category()}
            options={CATEGORIES.map((category) => ({
              value: category,
              label: m.general_category_name({ category }),
            }))}
          />
        </Field>
        <Field label={m.projects_year()} error={errors.year?.message} required>
          <TextInput {...form.register('year')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label={m.projects_role_label()} error={errors.professionalRole?.message}>
          <TextInput {...form.register('professionalRole')} autoComplete="off" />
        </Field>
        <Field label={m.projects_duration()} error={errors.duration?.message}>
          <TextInput
            {...form.register('duration')}
            autoComplete="off"
            placeholder={m.projects_duration_example()}
          />
        </Field>
      </div>
      <GalleryField gallery={gallery} error={listError(errors, 'gallery')} />
      <Field
        label={m.general_description()}
        help={m.general_markdown_help()}
        error={errors.description?.message}
      >
        <TextArea {...form.register('description')} rows={6} autoGrow counterMax={LIMITS.description} />
      </Field>
      <Controller
        control={form.control}
        name="projectSkills"
        render={({ field }) => (
          <Field
            label={m.general_skills()}
            help={m.general_at_most_skills()}
            error={listError(errors, 'projectSkills')}
          >
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={m.projects_live_link()} error={errors.liveLink?.message}>
          <TextInput {...link('liveLink')} type="url" inputMode="url" placeholder="https://" />
        </Field>
        <Field
          label={m.projects_github_link()}
          help={m.projects_repository_hint()}
          error={errors.githubProjectLink?.message}
        >
          <TextInput
            {...link('githubProjectLink')}
            type="url"
            inputMode="url"
            placeholder="https://github.com/"
          />
        </Field>
      </div>
      <Controller
        control={form.control}
        name="codeSections"
        render={({ field }) => (
          <CodeSectionRows
            value={{ sections: field.value, languages: form.watch('codeLanguages') ?? [] }}
            onChange={({ sections, languages }) => {
              form.setValue('codeLanguages', languages, { shouldDirty: true })
              field.onChange(sections)
            }}
            errors={codeErrors(errors)}
            error={listError(errors, 'codeSections')}
          />
        )}
      />
    </>
  )
}

/** The error of the list as a whole, or of its first invalid entry. */
function listError(
  errors: FieldErrors<ProjectValues>,
  name: 'gallery' | 'projectSkills' | 'codeSections',
): string | undefined {
  const found: { message?: unknown } | undefined = errors[name]
  if (typeof found?.message === 'string') return found.message
  if (name === 'codeSections' || !Array.isArray(found)) return undefined
  return found.find((entry) => entry?.message)?.message
}

function codeErrors({ codeSections }: FieldErrors<ProjectValues>): (string | undefined)[] {
  return Array.isArray(codeSections) ? codeSections.map((entry) => entry?.message) : []
}
