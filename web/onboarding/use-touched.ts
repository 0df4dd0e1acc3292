import { useState } from 'react'

/** Shows the error of a field once it has been left (VAL-92). */
export function useTouched<Field extends string>(errors: Partial<Record<Field, string>>) {
  const [touched, setTouched] = useState<ReadonlySet<Field>>(new Set())
  return {
    errorOf: (field: Field) => (touched.has(field) ? errors[field] : undefined),
    touch: (field: Field) => setTouched((last) => new Set(last).add(field)),
  }
}
