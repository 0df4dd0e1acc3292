import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import type { DevPublic } from '#contract/devs.ts'
import { isCompleteLanguage, isYears, withHttps } from '#contract/formats.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { LIMITS, name, text, url } from '#contract/values.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { PROJECTS_KEY } from '../projects/projects.api.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { AvatarField } from '../uploads/AvatarField.tsx'
import { UploadField } from '../uploads/UploadField.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { changeProfile, DEVS_KEY } from './devs.api.ts'
import { type LanguageRow, LanguageRows } from './LanguageRows.tsx'

type EditProfileDialogProps = {
  developer: DevPublic
  /** The field to focus first. */
  at?: 'resume' | 'links' | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** 'Edit Dev Profile': onboarding's rules for what it shares with onboarding, 50 to 500 for About Me (decision 47). */
export default function EditProfileDialog({ developer, at, open, onOpenChange }: EditProfileDialogProps) {
  const queryClient = useQueryClient()
  const resumeField = useRef<HTMLDivElement>(null)
  const linksField = useRef<HTMLDivElement>(null)
  const saved = useSavedForm<Values, User>({
    schema: ProfileForm,
    defaultValues: valuesOf(developer),
    draft: 'profile',
    send: async (values) => resume.refusal ?? send(values),
    onSaved(user) {
      auth.setProfile(user)
      void queryClient.invalidateQueries({ queryKey: ['settings'] })
      onOpenChange(false)
    },
    // Project cards show name and avatar too.
    changes: [DEVS_KEY, PROJECTS_KEY],
    names: NAMES,
  })
  const { form } = saved
  const { errors } = form.formState
  const upload = (field: 'avatar' | 'resume') => ({
    value: form.watch(field),
    onChange: (address: string) => form.setValue(field, address, { shouldDirty: true }),
  })
  const avatar = useUpload({ kind: 'image', ...upload('avatar') })
  const resume = useUpload({ kind: 'pdf', ...upload('resume') })

  const link = (field: 'linkedin' | 'github') => (
    <TextInput
      {...form.register(field, {
        onBlur: () => form.setValue(field, withHttps(form.getValues(field)), { shouldDirty: true }),
      })}
      type="url"
      inputMode="url"
      autoComplete="url"
      placeholder="https://"
    />
  )

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.devs_edit_profile()}
      submitLabel={m.general_save_changes()}
      saved={saved}
      // VAL-34: not while the avatar is uploading or refused; a removed one is a choice (decision 69).
      canSubmit={avatar.file === undefined && !resume.isBusy}
      size="lg"
      initialFocus={at && (at === 'resume' ? resumeField : linksField)}
    >
      <AvatarField upload={avatar} error={errors.avatar?.message} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={m.general_name()} error={errors.name?.message} required>
          <TextInput {...form.register('name')} autoComplete="given-name" />
        </Field>
        <Field label={m.general_surname()} error={errors.surname?.message} required>
          <TextInput {...form.register('surname')} autoComplete="family-name" />
        </Field>
        <Field label={m.devs_position()} error={errors.professionalPosition?.message} required>
          <TextInput {...form.register('professionalPosition')} autoComplete="organization-title" />
        </Field>
        <Field label={m.devs_years_of_experience()} error={errors.experienceYears?.message} required>
          <TextInput {...form.register('experienceYears')} inputMode="numeric" autoComplete="off" />
        </Field>
        <Field
          label={m.general_location()}
          error={errors.location?.message}
          required
          className="sm:col-span-2"
        >
          <TextInput {...form.register('location')} autoComplete="address-level2" />
        </Field>
        <div ref={linksField} tabIndex={-1} className="grid gap-5 sm:col-span-2 sm:grid-cols-2 sm:gap-4">
          <Field label="LinkedIn" error={errors.linkedin?.message}>
            {link('linkedin')}
          </Field>
          <Field label="GitHub" error={errors.github?.message}>
            {link('github')}
          </Field>
        </div>
      </div>
      <Field
        label={m.general_about_me()}
        help={m.general_markdown_help()}
        error={errors.description?.message}
        required
      >
        <TextArea {...form.register('description')} rows={5} autoGrow counterMax={LIMITS.about} />
      </Field>
      <Controller
        control={form.control}
        name="languages"
        render={({ field }) => (
          <LanguageRows
            rows={field.value}
            error={errors.languages?.message}
            onChange={field.onChange}
            onLeave={field.onBlur}
          />
        )}
      />
      <Controller
        control={form.control}
        name="skills"
        render={({ field }) => (
          <Field
            label={m.general_skills()}
            help={m.devs_skills_count()}
            error={errors.skills?.message}
            required
          >
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <div ref={resumeField} tabIndex={-1}>
        <UploadField label="CV" upload={resume} error={errors.resume?.message} />
      </div>
    </FormDialog>
  )
}

type Values = {
  avatar: string
  name: string
  surname: string
  professionalPosition: string
  experienceYears: string
  location: string
  linkedin: string
  github: string
  description: string
  languages: LanguageRow[]
  skills: string[]
  resume: string
}

const ProfileForm = z.object({
  avatar: z.string(),
  name: name(m.auth_name_required),
  surname: name(m.auth_surname_required),
  professionalPosition: name(),
  experienceYears: z
    .string()
    .trim()
    .min(1, { error: m.general_required })
    .refine((years) => years === '' || isYears(years), { error: m.people_years }),
  location: name(),
  linkedin: url({ https: true }),
  github: url({ https: true }),
  description: text(LIMITS.about, {
    lines: 'many',
    min: [50, m.people_about_min],
    tooLong: m.people_about_max,
  }),
  languages: z
    .custom<LanguageRow[]>()
    .refine((rows) => rows.some(isCompleteLanguage), { error: m.people_languages }),
  skills: z.array(z.string()).min(1, { error: m.people_skill_required }),
  resume: z.string(),
})

const NAMES = Object.fromEntries(
  (
    [
      'professionalPosition',
      'experienceYears',
      'location',
      'linkedin',
      'github',
      'languages',
      'skills',
      'resume',
    ] as const
  ).map((field) => [`role.developer.${field}`, field]),
)

async function send({
  avatar,
  name: firstName,
  surname,
  description,
  languages,
  experienceYears,
  ...details
}: Values): Promise<User | Failure> {
  const developer = {
    ...details,
    experienceYears: Number(experienceYears),
    // VAL-35: pairs with an empty side are dropped.
    languages: languages
      .filter(isCompleteLanguage)
      .map(({ language, languageLevel }) => ({ language, languageLevel })),
  }
  const result = await changeProfile({
    avatar,
    name: firstName,
    surname,
    description,
    role: { developer },
  })
  return isFailure(result) ? result : result.user
}

function valuesOf({ avatar, name: firstName, surname, description, role }: DevPublic): Values {
  const { languages, ...developer } = role.developer
  const rows = languages.map((pair, key) => ({ key, ...pair }))
  return {
    avatar,
    name: firstName,
    surname,
    description,
    ...developer,
    // Always at least one row (VAL-85).
    languages: rows.length > 0 ? rows : [{ key: 0, language: '', languageLevel: '' }],
  }
}
