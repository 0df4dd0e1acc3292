import { type OnboardingErrors, PHONE_LENGTH } from '#contract/onboarding.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { Draft } from './draft.ts'
import { formatPhone } from './format-phone.ts'
import { useTouched } from './use-touched.ts'

type Value = Draft['userinfo1']
type PersonalStepProps = {
  value: Value
  errors: OnboardingErrors<keyof Value>
  today: string
  onChange: (next: Partial<Value>) => void
}

export function PersonalStep({ value, errors, today, onChange }: PersonalStepProps) {
  const { errorOf, touch } = useTouched(errors)
  return (
    <div className="grid gap-5">
      <Field label={m.onboarding_phone()} help={m.onboarding_phone_help()} error={errorOf('phone')} required>
        <TextInput
          type="tel"
          autoComplete="tel"
          name="phone"
          maxLength={PHONE_LENGTH}
          value={value.phone}
          onChange={(event) => onChange({ phone: formatPhone(event.target.value) })}
          onBlur={() => touch('phone')}
        />
      </Field>
      <Field
        label={m.general_description()}
        help={m.onboarding_description_help()}
        error={errorOf('description')}
        required
      >
        <TextArea
          name="description"
          rows={5}
          counterMax={LIMITS.about}
          value={value.description}
          onChange={(event) => onChange({ description: event.target.value })}
          onBlur={() => touch('description')}
        />
      </Field>
      <Field
        label={m.onboarding_birth_date()}
        help={m.onboarding_birth_date_help()}
        error={errorOf('birthDate')}
        required
      >
        <DateInput
          name="birthDate"
          autoComplete="bday"
          min="1900-01-01"
          max={today}
          value={value.birthDate}
          onChange={(event) => onChange({ birthDate: event.target.value })}
          onBlur={() => touch('birthDate')}
        />
      </Field>
    </div>
  )
}
