import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { FormAlert } from './FormAlert.tsx'

/** The error of the form as a whole, if any. */
export function FormError<Values extends FieldValues>({
  form,
  heading,
}: {
  form: UseFormReturn<Values>
  heading?: string | undefined
}) {
  const { root } = form.formState.errors
  if (!root?.message) return null
  return (
    <FormAlert tone="danger" heading={heading}>
      {root.message}
    </FormAlert>
  )
}
