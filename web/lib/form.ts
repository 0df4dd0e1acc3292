import { useEffect, useEffectEvent } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type ResolverResult,
  set,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import type { Failure } from './api-failure.ts'

type Options<Values extends FieldValues> = {
  defaultValues: DefaultValues<Values>
  /** What a query brings later; what the person has changed by then stays. */
  values?: Values | undefined
  /** When errors appear first: 'onSubmit' unless told; then they follow the typing. */
  mode?: UseFormProps<Values>['mode']
}

/** The schema, or how to get it where a page should not carry it before somebody types. */
type Schema = z.ZodType | (() => Promise<z.ZodType>)

/**
 * A form checked by a schema of the contract. It holds what the person typed and gives exactly that to the
 * submit handler: the server turns it into what it stores. The first wrong field gets the focus.
 */
export function useContractForm<Values extends FieldValues>(
  schema: Schema,
  { defaultValues, values, mode = 'onSubmit' }: Options<Values>,
): UseFormReturn<Values> {
  const form = useForm<Values>({ resolver: resolverOf<Values>(schema), defaultValues, mode })
  submitOnce(form)
  // Read so that the form keeps track of it, for keepDirtyValues.
  void form.formState.dirtyFields
  const fillIn = useEffectEvent(() => {
    // Not the option `values` of the library: that would make every later `reset` keep what was typed.
    if (values) form.reset(values, { keepDirtyValues: true })
  })
  const content = values && JSON.stringify(values)
  useEffect(() => {
    if (content !== undefined) fillIn()
  }, [content])
  return form
}

const guarded = new WeakSet<object>()

/** A second press while the first is under way does nothing: the button is disabled only with the next picture. */
function submitOnce<Values extends FieldValues>(form: UseFormReturn<Values>) {
  if (guarded.has(form)) return
  guarded.add(form)
  const { handleSubmit } = form
  let isRunning = false
  form.handleSubmit = (onValid, onInvalid) => {
    const submit = handleSubmit(onValid, onInvalid)
    return async (event) => {
      event?.preventDefault?.()
      if (isRunning) return
      isRunning = true
      try {
        await submit(event)
      } finally {
        isRunning = false
      }
    }
  }
}

/**
 * Shows why a call failed: the server's field texts under their inputs, everything else as the form's own error
 * (`formState.errors.root`, drawn by FormError). `names` translates keys of the body to names of the form.
 */
export function showFailure<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  failure: Failure,
  names: Record<string, FieldPath<Values>> = {},
) {
  const known = Object.keys(form.getValues())
  let isShown = false
  for (const [key, message] of Object.entries(failure.fields ?? {})) {
    const name = names[key] ?? (key as FieldPath<Values>)
    if (!known.includes(name.split('.')[0] ?? name)) continue
    form.setError(name, { type: 'server', message }, { shouldFocus: !isShown })
    isShown = true
  }
  if (!isShown) form.setError('root', { type: 'server', message: failure.message })
}

function resolverOf<Values extends FieldValues>(schema: Schema): Resolver<Values> {
  if (typeof schema !== 'function') return (values) => check(schema, values)
  // Without a connection there is nothing to check with, and the call says so; else the server checks.
  return async (values) => {
    const loaded = await schema().catch(() => undefined)
    return loaded ? check(loaded, values) : { values, errors: {} }
  }
}

function check<Values extends FieldValues>(schema: z.ZodType, values: Values): ResolverResult<Values> {
  const result = schema.safeParse(values)
  if (result.success) return { values, errors: {} }
  const errors: Record<string, unknown> = {}
  const seen = new Set<string>()
  for (const { path, message } of result.error.issues) {
    const name = path.join('.')
    if (seen.has(name)) continue
    seen.add(name)
    set(errors, name || 'root', { type: 'contract', message })
  }
  return { values: {}, errors: errors as FieldErrors<Values> }
}
