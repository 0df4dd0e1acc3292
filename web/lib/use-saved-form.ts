import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import type { DefaultValues, FieldPath, FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { type Failure, isFailure } from './api-failure.ts'
import { showFailure, useContractForm } from './form.ts'
import { useFormPersist } from './use-form-persist.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

type Options<Values extends FieldValues, Stored extends object> = {
  schema: z.ZodType
  defaultValues: Values
  /** The event of the first validation (useContractForm). */
  mode?: 'onSubmit' | 'onTouched' | undefined
  /** The name of the draft: the edited thing. */
  draft: string
  /** Returns the stored values or the failure. */
  send: (values: Values) => Promise<Stored | Failure>
  onSaved: (stored: Stored) => void
  /** Invalidated after success, and after a 404: it was deleted meanwhile. */
  changes: readonly QueryKey[]
  /** Names in the form for keys of the body. */
  names?: Record<string, FieldPath<Values>> | undefined
  /** Unsaved state besides the values: uploads in progress. */
  hasMore?: boolean | undefined
  /** Updates state outside the form that follows its values. */
  onReplace?: ((values: Values) => void) | undefined
}

/**
 * A form for stored data: validates, sends, persists unsaved input and confirms before it is lost. FormDialog renders
 * one in a dialog.
 */
export function useSavedForm<Values extends FieldValues, Stored extends object>({
  schema,
  defaultValues,
  mode = 'onSubmit',
  draft,
  send,
  onSaved,
  changes,
  names,
  hasMore = false,
  onReplace,
}: Options<Values, Stored>) {
  const queryClient = useQueryClient()
  const form = useContractForm<Values>(schema, {
    defaultValues: defaultValues as DefaultValues<Values>,
    mode,
  })
  const persisted = useFormPersist(form, draft, { onReplace })
  const { isDirty, isSubmitting } = form.formState
  const guard = useLeaveGuard(isDirty || hasMore, persisted.clear)

  const refresh = () => {
    for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey })
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    const element = event.currentTarget
    const handle = form.handleSubmit(
      async (values) => {
        const result = await send(values)
        if (isFailure(result)) {
          showFailure(form, result, names)
          focusFirstInvalid(element)
          if (result.status === 404) refresh()
          return
        }
        persisted.clear()
        guard.release()
        refresh()
        onSaved(result)
      },
      () => focusFirstInvalid(element),
    )
    return handle(event)
  }

  return { form, persisted, guard, submit, isSubmitting }
}

/** Scrolls its message into view; includes inputs that are not registered with the form library, such as months and tags. */
function focusFirstInvalid(form: HTMLFormElement) {
  requestAnimationFrame(() => {
    const input = form.querySelector<HTMLElement>('[aria-invalid="true"]')
    input?.focus()
    const message = input?.getAttribute('aria-describedby')?.split(' ').at(-1)
    if (message) document.querySelector(`#${CSS.escape(message)}`)?.scrollIntoView?.({ block: 'nearest' })
  })
}
