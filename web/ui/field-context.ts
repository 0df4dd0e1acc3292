import { createContext, useContext, useId } from 'react'

/** A Field's ids and states for the control inside it. */
export type FieldContextValue = {
  controlId: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

/** Attributes of a control. The control's own props win over those of its Field. */
export function useFieldControl(own: {
  id?: string | undefined
  required?: boolean | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling' | undefined
}) {
  const field = useContext(FieldContext)
  const fallbackId = useId()
  return {
    id: own.id ?? field?.controlId ?? fallbackId,
    // ARIA only: the native attribute would show the browser's bubble over the form's errors.
    'aria-required': own.required ? undefined : field?.required || undefined,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}

/** The same for a group of controls, which is labelled by id. */
export function useFieldGroup() {
  const field = useContext(FieldContext)
  return {
    'aria-labelledby': field?.labelId,
    'aria-describedby': field?.describedBy,
    invalid: field?.invalid ?? false,
    required: field?.required ?? false,
    controlId: field?.controlId,
  }
}
