import { Controller } from 'react-hook-form'
import type { Experience } from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Es } from '../ui/Es.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { UploadField } from '../uploads/UploadField.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { EXPERIENCES_KEY, saveExperience } from './careers.api.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { ExperienceForm, type Period, periodOf, periodToSend } from './period.ts'

type ExperienceDialogProps = {
  /** What is edited; a new one without it. */
  experience?: Experience | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Values = Period &
  Pick<Experience, 'company' | 'companyLogo' | 'position' | 'description' | 'experienceSkills'>

export default function ExperienceDialog({ experience, open, onOpenChange }: ExperienceDialogProps) {
  const saved = useSavedForm<Values, Experience>({
    schema: ExperienceForm,
    defaultValues: valuesOf(experience),
    draft: `experience:${experience?._id ?? 'new'}`,
    send: async ({ startDate, endDate, isOngoing, ...rest }) =>
      logo.refusal ??
      saveExperience(experience?._id, { ...rest, ...periodToSend({ startDate, endDate, isOngoing }) }),
    onSaved: () => onOpenChange(false),
    changes: [EXPERIENCES_KEY],
  })
  const { form } = saved
  const { errors, isSubmitted } = form.formState
  const logo = useUpload({
    kind: 'image',
    value: form.watch('companyLogo'),
    onChange: (url) => form.setValue('companyLogo', url, { shouldDirty: true }),
  })
  const [startDate, endDate, isOngoing] = form.watch(['startDate', 'endDate', 'isOngoing'])

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={experience ? 'Edit experience' : 'Create experience'}
      submitLabel={experience ? 'Save changes' : 'Create experience'}
      saved={saved}
      canSubmit={!logo.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Company" error={errors.company?.message} required>
          <TextInput {...form.register('company')} autoComplete="organization" />
        </Field>
        <Field label="Position" error={errors.position?.message} required>
          <TextInput {...form.register('position')} autoComplete="organization-title" />
        </Field>
      </div>
      <PeriodFields
        value={{ startDate, endDate, isOngoing }}
        errors={{ startDate: errors.startDate?.message, endDate: errors.endDate?.message }}
        ongoingLabel={<Es>{texts.careers.ongoingExperience}</Es>}
        onChange={(period) => {
          const options = { shouldDirty: true, shouldValidate: isSubmitted }
          form.setValue('startDate', period.startDate, options)
          form.setValue('endDate', period.endDate, options)
          form.setValue('isOngoing', period.isOngoing, options)
        }}
      />
      <UploadField label="Company logo" upload={logo} error={errors.companyLogo?.message} />
      <Field label="Description" error={errors.description?.message}>
        <TextArea {...form.register('description')} rows={4} autoGrow counterMax={LIMITS.description} />
      </Field>
      <Controller
        control={form.control}
        name="experienceSkills"
        render={({ field }) => (
          <Field label="Skills" help="At most 10." error={errors.experienceSkills?.message}>
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
    </FormDialog>
  )
}

const valuesOf = (experience: Experience | undefined): Values => ({
  company: experience?.company ?? '',
  companyLogo: experience?.companyLogo ?? '',
  position: experience?.position ?? '',
  description: experience?.description ?? '',
  experienceSkills: experience?.experienceSkills ?? [],
  ...periodOf(experience),
})
