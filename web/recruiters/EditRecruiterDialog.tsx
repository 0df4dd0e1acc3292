import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { ResponseOf } from '#contract/endpoint.ts'
import { withHttps } from '#contract/formats.ts'
import { ONBOARDING_TEXTS, onboardingErrors } from '#contract/onboarding.ts'
import type { updateRecruiterProfile } from '#contract/recruiters.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { LIMITS, name, text } from '#contract/values.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { Alert } from '../ui/Alert.tsx'
import { Es } from '../ui/Es.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { AvatarField } from '../uploads/AvatarField.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { recruiterQuery, saveRecruiterProfile } from './recruiters.api.ts'

type Values = {
  avatar: string
  name: string
  surname: string
  companyName: string
  sector: string
  location: string
  contactEmail: string
  contactPhone: string
  website: string
  description: string
}

const Person = z.object({
  name: name(m.auth_name_required),
  surname: name(m.auth_surname_required),
  description: text(LIMITS.about, { lines: 'many', tooLong: m.people_about_max_recruiter }),
})

/** The company follows the rules of onboarding, About Me its own (decision 47). */
const Rules = z.custom<Values>().superRefine((values, context) => {
  for (const issue of Person.safeParse(values).error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: issue.path, message: issue.message })
  }
  const { companyName, location, sector, contactEmail, contactPhone, website } = values
  const company = { companyName, location, sector, contactEmail, contactPhone, website }
  for (const [field, error] of Object.entries(onboardingErrors(company))) {
    context.addIssue({ code: 'custom', path: [field], message: ONBOARDING_TEXTS[error]() })
  }
})

type EditRecruiterDialogProps = { user: User; open: boolean; onOpenChange: (open: boolean) => void }

export default function EditRecruiterDialog({ user, open, onOpenChange }: EditRecruiterDialogProps) {
  const queryClient = useQueryClient()
  const saved = useSavedForm<Values, ResponseOf<typeof updateRecruiterProfile>>({
    schema: Rules,
    defaultValues: valuesOf(user),
    mode: 'onTouched',
    draft: 'recruiter',
    changes: [],
    names: COMPANY_NAMES,
    send({ avatar, name, surname, description, ...company }) {
      const recruiter = { ...company, website: withHttps(company.website) }
      const body = { avatar, name, surname, description, role: { recruiter } }
      return saveRecruiterProfile(queryClient, body)
    },
    onSaved: () => onOpenChange(false),
  })
  const { form } = saved
  const { errors, dirtyFields } = form.formState
  const verified = queryClient.getQueryData(recruiterQuery(user._id).queryKey)?.verified
  const avatar = useUpload({
    kind: 'image',
    value: form.watch('avatar'),
    onChange: (url) => form.setValue('avatar', url, { shouldDirty: true }),
  })
  const website = form.register('website', {
    onBlur: (event) => form.setValue('website', withHttps(event.target.value), { shouldValidate: true }),
  })

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.recruiters_edit()}
      submitLabel={m.general_save()}
      // Not while a chosen picture is uploading or refused; no picture is fine (VAL-38).
      canSubmit={avatar.file === undefined}
      size="lg"
      saved={saved}
    >
      <AvatarField upload={avatar} error={errors.avatar?.message} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
        <Field label={m.general_name()} required error={errors.name?.message}>
          <TextInput {...form.register('name')} autoComplete="given-name" />
        </Field>
        <Field label={m.general_surname()} required error={errors.surname?.message}>
          <TextInput {...form.register('surname')} autoComplete="family-name" />
        </Field>
        <Field label={m.recruiters_company_name()} required error={errors.companyName?.message}>
          <TextInput {...form.register('companyName')} autoComplete="organization" />
        </Field>
        <Field label={m.recruiters_sector()} required error={errors.sector?.message}>
          <TextInput {...form.register('sector')} autoComplete="off" />
        </Field>
        <Field label={m.general_location()} required error={errors.location?.message}>
          <TextInput {...form.register('location')} autoComplete="address-level2" />
        </Field>
        <Field label={m.recruiters_website()} required error={errors.website?.message}>
          <TextInput {...website} type="url" inputMode="url" autoComplete="url" placeholder="https://" />
        </Field>
        <Field label={m.recruiters_contact_email()} required error={errors.contactEmail?.message}>
          <TextInput
            {...form.register('contactEmail')}
            type="email"
            autoComplete="work email"
            autoCapitalize="none"
          />
        </Field>
        <Field label={m.recruiters_contact_phone()} required error={errors.contactPhone?.message}>
          <TextInput {...form.register('contactPhone')} type="tel" autoComplete="work tel" />
        </Field>
      </div>
      {verified && (dirtyFields.companyName || dirtyFields.website) && (
        <Alert>{m.recruiters_verification_ends({ domain: verified.domain })}</Alert>
      )}
      <Field
        label={m.general_about_me()}
        help={m.general_markdown_help()}
        error={errors.description && <Es>{errors.description.message}</Es>}
      >
        <TextArea
          rows={5}
          autoGrow
          counterMax={LIMITS.about}
          {...form.register('description')}
          value={form.watch('description')}
        />
      </Field>
    </FormDialog>
  )
}

const COMPANY_NAMES = {
  'role.recruiter.companyName': 'companyName',
  'role.recruiter.sector': 'sector',
  'role.recruiter.location': 'location',
  'role.recruiter.website': 'website',
  'role.recruiter.contactEmail': 'contactEmail',
  'role.recruiter.contactPhone': 'contactPhone',
} as const

function valuesOf({ avatar, name, surname, description, role }: User): Values {
  const company = role.type === 'recruiter' ? role.recruiter : undefined
  return {
    avatar,
    name,
    surname,
    description,
    companyName: company?.companyName ?? '',
    sector: company?.sector ?? '',
    location: company?.location ?? '',
    contactEmail: company?.contactEmail ?? '',
    contactPhone: company?.contactPhone ?? '',
    website: company?.website ?? '',
  }
}
