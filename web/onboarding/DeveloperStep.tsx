import { withHttps } from '#contract/formats.ts'
import type { OnboardingErrors } from '#contract/onboarding.ts'
import { m } from '#contract/texts.ts'
import { LanguageRows } from '../devs/LanguageRows.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { Draft } from './draft.ts'
import { useTouched } from './use-touched.ts'

type Value = Draft['roletype1']
type TextField = Exclude<keyof Value, 'languages'>
type DeveloperStepProps = {
  value: Value
  errors: OnboardingErrors<keyof Value>
  onChange: (next: Partial<Value>) => void
}

export function DeveloperStep({ value, errors, onChange }: DeveloperStepProps) {
  const { errorOf, touch } = useTouched(errors)

  const input = (field: TextField) => ({
    name: field,
    value: value[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    onBlur: () => {
      touch(field)
      if (field === 'linkedin' || field === 'github') onChange({ [field]: withHttps(value[field]) })
    },
  })

  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
      <Field label={m.devs_position()} error={errorOf('professionalPosition')} required>
        <TextInput {...input('professionalPosition')} autoComplete="organization-title" />
      </Field>
      <Field label={m.devs_years_of_experience()} error={errorOf('experienceYears')} required>
        <TextInput {...input('experienceYears')} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field label={m.general_location()} error={errorOf('location')} required className="sm:col-span-2">
        <TextInput {...input('location')} autoComplete="address-level2" />
      </Field>
      <Field label="LinkedIn" error={errorOf('linkedin')}>
        <TextInput
          {...input('linkedin')}
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
        />
      </Field>
      <Field label="GitHub" error={errorOf('github')}>
        <TextInput
          {...input('github')}
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
        />
      </Field>
      <div className="sm:col-span-2">
        <LanguageRows
          rows={value.languages}
          error={errorOf('languages')}
          onChange={(languages) => onChange({ languages })}
          onLeave={() => touch('languages')}
        />
      </div>
    </div>
  )
}
