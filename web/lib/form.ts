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
  /** Late values from a query: replace untouched fields only. */
  values?: Values | undefined
  /** The event of the first validation, 'onSubmit' by default; afterwards errors follow the input. */
  mode?: UseFormProps<Values>['mode']
}

/** The schema, or its loader, to load it with the first input. */
type Schema = z.ZodType | (() => Promise<z.ZodType>)

/**
 * A form validated by a contract schema. The submit handler gets the input exactly as typed, since the server
 * normalises it. The first invalid field gets the focus.
 */
export function useContractForm<Values extends FieldValues>(
  schema: Schema,
  { defaultValues, values, mode = 'onSubmit' }: Options<Values>,
): UseFormReturn<Values> {
  const form = useForm<Values>({ resolver: resolverOf<Values>(schema), defaultValues, mode })
  submitOnce(form)
  // The form tracks only the state that is read; keepDirtyValues needs it.
  void form.formState.dirtyFields
  const fillIn = useEffectEvent(() => {
    // Not the library's option `values`: with it every later `reset` would keep dirty values.
    if (values) form.reset(values, { keepDirtyValues: true })
  })
  const content = values && JSON.stringify(values)
  useEffect(() => {
    if (content !== undefined) fillIn()
  }, [content])
  return form
}

const guarded = new WeakSet<object>()

/** Ignores a second submit during the first one: the button is disabled only with the next render. */
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
 * Shows a failure: the server's field errors under their inputs, everything else as the form's error
 * (`formState.errors.root`, rendered by FormError). `names` maps keys of the body to names of the form.
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
  // If the schema cannot be loaded, the server validates, or the request fails with the reason.
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
