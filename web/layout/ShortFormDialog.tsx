import { type FormEventHandler, type ReactNode, useId } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { m } from '#contract/texts.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { FormError } from './FormError.tsx'

type ShortFormDialogProps<Values extends FieldValues> = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description?: ReactNode
  form: UseFormReturn<Values>
  /** The result of `form.handleSubmit`. */
  onSubmit: FormEventHandler<HTMLFormElement>
  submitLabel: string
  tone?: 'primary' | 'danger' | undefined
  /** Replaces the form after success, with a single button that closes. */
  result?: { content: ReactNode; closeLabel: string } | undefined
  children: ReactNode
}

/** A form of a few fields, mostly a password, in a dialog: closing discards the input (FormDialog confirms first). */
export function ShortFormDialog<Values extends FieldValues>({
  open,
  onOpenChange,
  title,
  description,
  form,
  onSubmit,
  submitLabel,
  tone = 'primary',
  result,
  children,
}: ShortFormDialogProps<Values>) {
  const formId = useId()
  const close = () => onOpenChange(false)
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={description}
      size="sm"
      footer={
        result ? (
          <Button onClick={close}>{result.closeLabel}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={close}>
              {m.general_cancel()}
            </Button>
            <Button type="submit" form={formId} variant={tone} loading={form.formState.isSubmitting}>
              {submitLabel}
            </Button>
          </>
        )
      }
    >
      {result ? (
        result.content
      ) : (
        <form id={formId} onSubmit={onSubmit} noValidate className="grid gap-5">
          <FormError form={form} />
          {children}
        </form>
      )}
    </Dialog>
  )
}
