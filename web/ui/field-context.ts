import { createContext, useContext, useId } from 'react'

/** What a Field tells the control inside it. */
export type FieldContextValue = {
  controlId: string
  labelId: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldContextValue | undefined>(undefined)

/** Names and states for a control; what is given to the control itself wins over its Field. */
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
    // Only said, not enforced: the browser's own bubble would hide the form's words.
    'aria-required': own.required ? undefined : field?.required || undefined,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  }
}

/** The same for a control made of several: the group takes the Field's label by id. */
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
