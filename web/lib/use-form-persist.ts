import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { drafts } from './drafts.ts'

type Options<Values> = {
  /** Updates state outside the form that follows its values, such as a gallery. */
  onReplace?: ((values: Values) => void) | undefined
  /** Never stored: passwords. */
  secret?: readonly (keyof Values & string)[] | undefined
}

/**
 * Persists the input of a form under a name until it is sent or discarded, and restores it when the form opens again.
 * `clear` after success.
 */
export function useFormPersist<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  { onReplace, secret = [] }: Options<Values> = {},
) {
  const [isRestored, setRestored] = useState(false)
  /** After success the sent input still triggers a change when the stored values arrive. */
  const isCleared = useRef(false)

  const restore = useEffectEvent(() => {
    const draft = drafts.read(name)
    if (!matches(draft, form.formState.defaultValues)) return
    const values = { ...form.getValues(), ...draft }
    form.reset(values, { keepDefaultValues: true })
    onReplace?.(values)
    setRestored(true)
  })

  const persist = useEffectEvent((values: object) => {
    const stored = without(values, secret)
    const isChanged =
      JSON.stringify(stored) !== JSON.stringify(without(form.formState.defaultValues ?? {}, secret))
    if (!isChanged) isCleared.current = false
    if (!isChanged) drafts.delete(name)
    else if (!isCleared.current) drafts.save(name, stored)
  })

  useEffect(() => {
    restore()
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => persist(values) })
  }, [form])

  return {
    /** The form opened with restored input. */
    isRestored,
    /** Returns to the values stored on the server. */
    discard() {
      form.reset()
      onReplace?.(form.getValues())
      drafts.delete(name)
      setRestored(false)
    },
    clear() {
      isCleared.current = true
      drafts.delete(name)
      setRestored(false)
    },
  }
}

const without = (values: object, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)))

/** An older version of the form may have stored another shape. */
function matches(draft: unknown, defaults: object | undefined): draft is object {
  if (typeof draft !== 'object' || draft === null) return false
  const known = defaults ?? {}
  return Object.entries(draft).every(([key, value]) => {
    const expected = known[key as keyof typeof known] as unknown
    return typeof value === typeof expected && Array.isArray(value) === Array.isArray(expected)
  })
}
