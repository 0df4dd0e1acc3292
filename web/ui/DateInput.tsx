import type { ComponentProps } from 'react'
import { TextInput } from './TextInput.tsx'

type DateInputProps = Omit<ComponentProps<typeof TextInput>, 'type' | 'icon' | 'min' | 'max'> & {
  /** 'YYYY-MM-DD' */
  min?: string | undefined
  max?: string | undefined
}

/** The platform's date field; its value is always 'YYYY-MM-DD', whatever it shows. */
export function DateInput(props: DateInputProps) {
  return <TextInput {...props} type="date" />
}
