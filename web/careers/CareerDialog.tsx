import { Controller } from 'react-hook-form'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { UploadField } from '../uploads/UploadField.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { CAREER_TEXTS } from './career-texts.tsx'
import { type Career, type CareerKind, careersKey, saveCareer } from './careers.api.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { CareerForm, type Period, periodOf, periodToSend } from './period.ts'

type CareerDialogProps = {
  kind: CareerKind
  /** The entry to edit; a new one without it. */
  career?: Career | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Values = Period & Pick<Career, 'title' | 'organisation' | 'logo' | 'description' | 'skills'>

export default function CareerDialog({ kind, career, open, onOpenChange }: CareerDialogProps) {
  const words = CAREER_TEXTS[kind]
  const saved = useSavedForm<Values, object>({
    schema: CareerForm,
    defaultValues: valuesOf(career),
    draft: `${kind}:${career?._id ?? 'new'}`,
    send: async ({ startDate, endDate, isOngoing, ...rest }) =>
      logo.refusal ??
      saveCareer(kind, career?._id, { ...rest, ...periodToSend({ startDate, endDate, isOngoing }) }),
    onSaved: () => onOpenChange(false),
    changes: [careersKey(kind), DEVS_KEY],
    names: FIELD_NAMES,
  })
  const { form } = saved
  const { errors, isSubmitted } = form.formState
  const logo = useUpload({
    kind: 'image',
    value: form.watch('logo'),
    onChange: (url) => form.setValue('logo', url, { shouldDirty: true }),
  })
  const [startDate, endDate, isOngoing] = form.watch(['startDate', 'endDate', 'isOngoing'])

  const text = (name: 'title' | 'organisation') => (
    <Field label={words[name].label()} error={errors[name]?.message} required>
      <TextInput {...form.register(name)} autoComplete={words[name].autoComplete} />
    </Field>
  )

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={career ? words.edit() : words.create()}
      submitLabel={career ? m.general_save_changes() : words.create()}
      saved={saved}
      canSubmit={!logo.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        {kind === 'experience' ? (
          <>
            {text('organisation')}
            {text('title')}
          </>
        ) : (
          <>
            {text('title')}
            {text('organisation')}
          </>
        )}
      </div>
      <PeriodFields
        value={{ startDate, endDate, isOngoing }}
        errors={{ startDate: errors.startDate?.message, endDate: errors.endDate?.message }}
        ongoingLabel={words.ongoing()}
        onChange={(period) => {
          const options = { shouldDirty: true, shouldValidate: isSubmitted }
          form.setValue('startDate', period.startDate, options)
          form.setValue('endDate', period.endDate, options)
          form.setValue('isOngoing', period.isOngoing, options)
        }}
      />
      <UploadField label={words.logo()} upload={logo} error={errors.logo?.message} />
      <Field
        label={m.general_description()}
        help={m.general_markdown_help()}
        error={errors.description?.message}
      >
        <TextArea {...form.register('description')} rows={4} autoGrow counterMax={LIMITS.description} />
      </Field>
      {kind === 'experience' && (
        <Controller
          control={form.control}
          name="skills"
          render={({ field }) => (
            <Field
              label={m.general_skills()}
              help={m.general_at_most_skills()}
              error={errors.skills?.message}
            >
              <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
      )}
    </FormDialog>
  )
}

/** The fields of the form by their names in the API. */
const FIELD_NAMES = {
  position: 'title',
  company: 'organisation',
  companyLogo: 'logo',
  experienceSkills: 'skills',
  degree: 'title',
  instituteName: 'organisation',
  instituteLogo: 'logo',
} as const

const valuesOf = (career: Career | undefined): Values => ({
  title: career?.title ?? '',
  organisation: career?.organisation ?? '',
  logo: career?.logo ?? '',
  description: career?.description ?? '',
  skills: career?.skills ?? [],
  ...periodOf(career),
})
