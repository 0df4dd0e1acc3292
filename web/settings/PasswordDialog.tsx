import { useId } from 'react'
import { z } from 'zod'
import { changePassword } from '#contract/settings.ts'
import { texts } from '#contract/texts.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { toast } from '../ui/toast.ts'

/** The rules that the specification lists (VAL-93 to VAL-97); the others are the server's (decision 33). */
const PasswordChange = z
  .object({
    oldPassword: z.string().min(1, texts.settings.currentRequired),
    newPassword: z.string().min(1, texts.settings.newRequired).min(6, texts.auth.passwordMin),
    confirmation: z.string().min(1, texts.settings.confirmRequired),
  })
  .refine(({ newPassword, confirmation }) => confirmation === '' || newPassword === confirmation, {
    path: ['confirmation'],
    message: texts.settings.passwordsDiffer,
    when: () => true,
  })

type PasswordValues = z.infer<typeof PasswordChange>

type PasswordDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const form = useContractForm<PasswordValues>(PasswordChange, {
    defaultValues: { oldPassword: '', newPassword: '', confirmation: '' },
  })
  const { errors, isSubmitting } = form.formState
  const formId = useId()

  const handleSubmit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    const result = await request(changePassword, { body: { oldPassword, newPassword } })
    if (isFailure(result)) {
      if (result.status === 0) form.setError('root', { message: texts.settings.passwordChangeFailed })
      else showFailure(form, result)
      return
    }
    // Every other session has ended; this one continues with the new token (decision 33).
    auth.signIn(result.token)
    toast.success(result.message || texts.settings.passwordChanged)
    onOpenChange(false)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change Password"
      description="You stay signed in here and are signed out everywhere else."
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={isSubmitting}>
            Change password
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-5">
        <FormError form={form} />
        {/* For password managers. */}
        <input type="email" autoComplete="username" value={auth.get().profile?.email ?? ''} readOnly hidden />
        <Field label="Current password" error={errors.oldPassword?.message} required>
          <PasswordInput {...form.register('oldPassword')} autoComplete="current-password" />
        </Field>
        <Field label="New password" error={errors.newPassword?.message} required>
          <PasswordInput {...form.register('newPassword')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm new password" error={errors.confirmation?.message} required>
          <PasswordInput {...form.register('confirmation')} autoComplete="new-password" />
        </Field>
      </form>
    </Dialog>
  )
}
