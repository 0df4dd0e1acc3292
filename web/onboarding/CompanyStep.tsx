import { withHttps } from '#contract/formats.ts'
import type { OnboardingErrors } from '#contract/onboarding.ts'
import { m } from '#contract/texts.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { Draft } from './draft.ts'
import { useTouched } from './use-touched.ts'

type Value = Draft['recruiter1']
type CompanyStepProps = {
  value: Value
  errors: OnboardingErrors<keyof Value>
  onChange: (next: Partial<Value>) => void
}

export function CompanyStep({ value, errors, onChange }: CompanyStepProps) {
  const { errorOf, touch } = useTouched(errors)

  const input = (field: keyof Value) => ({
    name: field,
    value: value[field],
    onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    onBlur: () => {
      touch(field)
      if (field === 'website') onChange({ website: withHttps(value.website) })
    },
  })

  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
      <Field
        label={m.recruiters_company_name()}
        error={errorOf('companyName')}
        required
        className="sm:col-span-2"
      >
        <TextInput {...input('companyName')} autoComplete="organization" />
      </Field>
      <Field label={m.general_location()} error={errorOf('location')} required>
        <TextInput {...input('location')} autoComplete="address-level2" />
      </Field>
      <Field label={m.recruiters_sector()} error={errorOf('sector')} required>
        <TextInput {...input('sector')} autoComplete="off" />
      </Field>
      <Field label={m.recruiters_contact_email()} error={errorOf('contactEmail')} required>
        <TextInput {...input('contactEmail')} type="email" autoComplete="work email" autoCapitalize="none" />
      </Field>
      <Field label={m.recruiters_contact_phone()} error={errorOf('contactPhone')} required>
        <TextInput {...input('contactPhone')} type="tel" autoComplete="work tel" />
      </Field>
      <Field label={m.recruiters_website()} error={errorOf('website')} required className="sm:col-span-2">
        <TextInput
          {...input('website')}
          type="url"
          inputMode="url"
          autoComplete="url"
          placeholder="https://"
        />
      </Field>
    </div>
  )
}
