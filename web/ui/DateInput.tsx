import type { ComponentProps } from 'react'
import { TextInput } from './TextInput.tsx'

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon'>

/** The native date field; `value`, `min` and `max` are 'YYYY-MM-DD' in every locale. */
export function DateInput(props: DateInputProps) {
  return <TextInput {...props} type="date" />
}
