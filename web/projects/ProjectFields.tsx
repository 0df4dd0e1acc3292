import { Controller, type FieldErrors } from 'react-hook-form'
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
  return (
    <>
      <Field label="Title" error={errors.title?.message} required>
        <TextInput {...form.register('title')} autoComplete="off" />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" error={errors.category?.message} required>
          <Select {...form.register('category')} placeholder="Choose a category" options={CATEGORIES} />
        </Field>
        <Field label="Year" error={errors.year?.message} required>
          <TextInput {...form.register('year')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field label="Professional role" error={errors.professionalRole?.message}>
          <TextInput {...form.register('professionalRole')} autoComplete="off" />
        </Field>
        <Field label="Duration" error={errors.duration?.message}>
          <TextInput {...form.register('duration')} autoComplete="off" placeholder="3 months" />
        </Field>
      </div>
      <GalleryField gallery={gallery} error={listError(errors, 'gallery')} />
      <Field label="Description" error={errors.description?.message}>
        <TextArea {...form.register('description')} rows={6} autoGrow counterMax={LIMITS.description} />
      </Field>
      <Controller
        control={form.control}
        name="projectSkills"
        render={({ field }) => (
          <Field label="Skills" help="At most 10." error={listError(errors, 'projectSkills')}>
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Live link" error={errors.liveLink?.message}>
          <TextInput {...form.register('liveLink')} type="url" inputMode="url" placeholder="https://" />
        </Field>
        <Field
          label="GitHub link"
          help="https://github.com/owner/name shows the files and languages."
          error={errors.githubProjectLink?.message}
        >
          <TextInput
            {...form.register('githubProjectLink')}
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
            value={field.value}
            onChange={field.onChange}
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
