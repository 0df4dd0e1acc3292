import { type FormEventHandler, type ReactNode, type RefObject, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { LeaveGuard } from '../lib/use-leave-guard.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormError } from './FormError.tsx'
import { LeaveDialog } from './LeaveDialog.tsx'
import { RestoredNote } from './RestoredNote.tsx'

type FormDialogProps<Values extends FieldValues> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  submitLabel: string
  /** Shown above every error of the server, field errors included. */
  alert?: ReactNode
  /** Of useSavedForm. */
  saved: {
    form: UseFormReturn<Values>
    persisted: { isRestored: boolean; discard: () => void }
    guard: LeaveGuard
    submit: FormEventHandler<HTMLFormElement>
    isSubmitting: boolean
  }
  canSubmit?: boolean | undefined
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
  size,
  initialFocus,
  children,
}: FormDialogProps<Values>) {
  const formId = useId()
  const { errors } = form.formState
  const isRefused = Object.values(errors).some((error) => error?.type === 'server')
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
          <Button variant="outline" disabled={isSubmitting} onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!canSubmit} loading={isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-5">
        <RestoredNote persisted={persisted} />
        {alert && isRefused ? (
          <Alert tone="danger" heading={alert}>
            {errors.root?.message}
          </Alert>
        ) : (
          <FormError form={form} />
        )}
        {children}
      </form>
      <LeaveDialog guard={guard} />
    </Dialog>
  )
}
