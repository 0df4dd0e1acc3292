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
  /** When errors appear first (useContractForm). */
  mode?: 'onSubmit' | 'onTouched' | undefined
  /** Under which name unsaved input is kept: what is edited. */
  draft: string
  /** Gives what the server has stored, or why not. */
  send: (values: Values) => Promise<Stored | Failure>
  onSaved: (stored: Stored) => void
  /** What is read again after a success, and after a 404: the thing was removed meanwhile. */
  changes: readonly QueryKey[]
  /** Keys of the body as they are called in the form. */
  names?: Record<string, FieldPath<Values>> | undefined
  /** Something beside the values would be lost too: uploads on their way. */
  hasMore?: boolean | undefined
  /** For state beside the form that follows its values. */
  onReplace?: ((values: Values) => void) | undefined
}

/**
 * A form of something that is stored: checked, sent, kept while it is unsaved, asked about before it is left. FormDialog
 * draws one in a dialog.
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
  const kept = useFormPersist(form, draft, { onReplace })
  const { isDirty, isSubmitting } = form.formState
  const guard = useLeaveGuard(isDirty || hasMore, kept.clear)

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
          focusFirstWrong(element)
          if (result.status === 404) refresh()
          return
        }
        kept.clear()
        guard.release()
        refresh()
        onSaved(result)
      },
      () => focusFirstWrong(element),
    )
    return handle(event)
  }

  return { form, kept, guard, submit, isSubmitting }
}

/** The library knows only its own inputs: a month or a tag input that is wrong comes first too. */
function focusFirstWrong(form: HTMLFormElement) {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
