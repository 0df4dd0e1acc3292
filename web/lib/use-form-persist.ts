import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { drafts } from './drafts.ts'

type Options<Values> = {
  /** For state beside the form that follows its values, such as a gallery. */
  onReplace?: ((values: Values) => void) | undefined
}

/**
 * Keeps the input of a form under a name until it is sent or thrown away; a form that opens with kept input takes it
 * up again. `clear` after success.
 */
export function useFormPersist<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  name: string,
  { onReplace }: Options<Values> = {},
) {
  const [isRestored, setRestored] = useState(false)
  /** What was sent stays in the inputs for a moment, and reports itself when the stored values come back. */
  const isCleared = useRef(false)

  const restore = useEffectEvent(() => {
    const kept = drafts.read(name)
    if (!isLike(kept, form.formState.defaultValues)) return
    const values = { ...form.getValues(), ...kept }
    form.reset(values, { keepDefaultValues: true })
    onReplace?.(values)
    setRestored(true)
  })

  const keep = useEffectEvent((values: unknown) => {
    const isChanged = JSON.stringify(values) !== JSON.stringify(form.formState.defaultValues)
    if (!isChanged) isCleared.current = false
    if (!isChanged) drafts.forget(name)
    else if (!isCleared.current) drafts.keep(name, values)
  })

  useEffect(() => {
    restore()
    return form.subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) })
  }, [form])

  return {
    /** The form began with input that was kept. */
    isRestored,
    /** Back to what is stored on the server. */
    discard() {
      form.reset()
      onReplace?.(form.getValues())
      drafts.forget(name)
      setRestored(false)
    },
    clear() {
      isCleared.current = true
      drafts.forget(name)
      setRestored(false)
    },
  }
}

/** An older version of the form may have kept something else. */
function isLike(kept: unknown, defaults: object | undefined): kept is object {
  if (typeof kept !== 'object' || kept === null) return false
  const known = defaults ?? {}
  return Object.entries(kept).every(([key, value]) => {
    const expected = known[key as keyof typeof known] as unknown
    return typeof value === typeof expected && Array.isArray(value) === Array.isArray(expected)
  })
}
