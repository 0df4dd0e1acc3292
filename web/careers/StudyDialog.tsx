import type { Study } from '#contract/careers.ts'
import { texts } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { UploadField } from '../uploads/UploadField.tsx'
import { useUpload } from '../uploads/use-upload.ts'
import { STUDIES_KEY, saveStudy } from './careers.api.ts'
import { PeriodFields } from './PeriodFields.tsx'
import { type Period, periodOf, periodToSend, StudyForm } from './period.ts'

type StudyDialogProps = {
  /** What is edited; a new one without it. */
  study?: Study | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
}

type Values = Period & Pick<Study, 'degree' | 'instituteName' | 'instituteLogo' | 'description'>

export default function StudyDialog({ study, open, onOpenChange }: StudyDialogProps) {
  const saved = useSavedForm<Values, Study>({
    schema: StudyForm,
    defaultValues: valuesOf(study),
    draft: `study:${study?._id ?? 'new'}`,
    send: async ({ startDate, endDate, isOngoing, ...rest }) =>
      logo.refusal ?? saveStudy(study?._id, { ...rest, ...periodToSend({ startDate, endDate, isOngoing }) }),
    onSaved: () => onOpenChange(false),
    changes: [STUDIES_KEY],
  })
  const { form } = saved
  const { errors, isSubmitted } = form.formState
  const logo = useUpload({
    kind: 'image',
    value: form.watch('instituteLogo'),
    onChange: (url) => form.setValue('instituteLogo', url, { shouldDirty: true }),
  })
  const [startDate, endDate, isOngoing] = form.watch(['startDate', 'endDate', 'isOngoing'])

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={study ? 'Edit study' : 'Create study'}
      submitLabel={study ? 'Save changes' : 'Create study'}
      saved={saved}
      canSubmit={!logo.isBusy}
    >
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label="Degree" error={errors.degree?.message} required>
          <TextInput {...form.register('degree')} autoComplete="off" />
        </Field>
        <Field label="Institute" error={errors.instituteName?.message} required>
          <TextInput {...form.register('instituteName')} autoComplete="organization" />
        </Field>
      </div>
      <PeriodFields
        value={{ startDate, endDate, isOngoing }}
        errors={{ startDate: errors.startDate?.message, endDate: errors.endDate?.message }}
        ongoingLabel={texts.careers.ongoingStudy}
        onChange={(period) => {
          const options = { shouldDirty: true, shouldValidate: isSubmitted }
          form.setValue('startDate', period.startDate, options)
          form.setValue('endDate', period.endDate, options)
          form.setValue('isOngoing', period.isOngoing, options)
        }}
      />
      <UploadField label="Institute logo" upload={logo} error={errors.instituteLogo?.message} />
      <Field label="Description" error={errors.description?.message}>
        <TextArea {...form.register('description')} rows={4} autoGrow counterMax={LIMITS.description} />
      </Field>
    </FormDialog>
  )
}

const valuesOf = (study: Study | undefined): Values => ({
  degree: study?.degree ?? '',
  instituteName: study?.instituteName ?? '',
  instituteLogo: study?.instituteLogo ?? '',
  description: study?.description ?? '',
  ...periodOf(study),
})
