import type { ComponentProps } from 'react'
import { TextInput } from './TextInput.tsx'

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon'>

/** The platform's date field; its value, `min` and `max` are 'YYYY-MM-DD', whatever it shows. */
export function DateInput(props: DateInputProps) {
  return <TextInput {...props} type="date" />
}
