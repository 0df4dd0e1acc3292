import { type FormEventHandler, type KeyboardEvent, type ReactNode, type RefObject, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { m } from '#contract/texts.ts'
import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RestoredNote } from './RestoredNote.tsx'

type FormDialogProps<Values extends FieldValues> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  submitLabel: string
  /** The heading of every refusal of the server, field errors included. */
  alert?: ReactNode
  /** The result of useSavedForm. */
  saved: {
    form: UseFormReturn<Values>
    persisted: { isRestored: boolean; discard: () => void }
    guard: LeaveGuard
    submit: FormEventHandler<HTMLFormElement>
    isSubmitting: boolean
  }
  canSubmit?: boolean | undefined
  /** A second submit button: `onPick` stores the choice, then the form is submitted. */
  second?: { label: string; onPick: () => void } | undefined
  /** Enter in a field does not submit, since the result is public at once. */
  onlyByButton?: boolean | undefined
  size?: 'md' | 'lg' | undefined
  initialFocus?: RefObject<HTMLElement | null> | undefined
  children: ReactNode
}

/** A form in a dialog: stays open on failure (decision 47) and confirms before unsaved input is discarded. */
export function FormDialog<Values extends FieldValues>({
  open,
  onOpenChange,
  title,
  description,
  submitLabel,
  alert,
  saved: { form, persisted, guard, submit, isSubmitting },
  canSubmit = true,
  second,
  onlyByButton = false,
  size,
  initialFocus,
  children,
}: FormDialogProps<Values>) {
  const formId = useId()
  const { errors } = form.formState
  const isRefused = Object.values(errors).some((one) => one?.type === 'server')
  const heading = isRefused ? alert : undefined
  const error = (heading || errors.root?.message) && (
    <Alert tone="danger" heading={heading}>
      {errors.root?.message}
    </Alert>
  )
  const close = () => !isSubmitting && guard.close(() => onOpenChange(false))
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={title}
      description={description}
      size={size}
      initialFocus={initialFocus}
      footer={
        <>
          {/* Beside the button: the start of the content may be scrolled out of view. */}
          {error && <div className="max-h-40 basis-full overflow-y-auto">{error}</div>}
          <Button variant="outline" disabled={isSubmitting} onClick={close}>
            {m.general_cancel()}
          </Button>
          {second && (
            <Button
              variant="outline"
              disabled={!canSubmit || isSubmitting}
              onClick={() => {
                second.onPick()
                document.querySelector<HTMLFormElement>(`form#${CSS.escape(formId)}`)?.requestSubmit()
              }}
            >
              {second.label}
            </Button>
          )}
          <Button type="submit" form={formId} disabled={!canSubmit} loading={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={submit}
        onKeyDown={onlyByButton ? withoutSubmitting : undefined}
        className="space-y-5"
      >
        <RestoredNote persisted={persisted} />
        {children}
      </form>
      <LeaveDialog guard={guard} />
    </Dialog>
  )
}

/** Enter in a field does not submit. */
export function withoutSubmitting(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
}
