import { useState } from 'react'
import { ONBOARDING_TEXTS, type OnboardingErrors } from '#contract/onboarding.ts'

/** Shows the error of a field after its first blur (VAL-92). */
export function useTouched<Field extends string>(errors: OnboardingErrors<Field>) {
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  return {
    errorOf(field: Field) {
      const error = touched.has(field) ? errors[field] : undefined
      return error && ONBOARDING_TEXTS[error]()
    },
    touch: (field: Field) => setTouched((last) => new Set(last).add(field)),
  }
}
