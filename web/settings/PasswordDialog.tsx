import { z } from 'zod'
import { changePassword } from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { toast } from '../ui/toast.ts'

/** Rules of the form (VAL-93 to VAL-97); the server has more (decision 33). */
const PasswordChange = z
  .object({
    oldPassword: z.string().min(1, { error: m.settings_current_required }),
    newPassword: z.string().min(1, { error: m.settings_new_required }).min(6, { error: m.auth_password_min }),
    confirmation: z.string().min(1, { error: m.settings_confirm_required }),
  })
  .refine(({ newPassword, confirmation }) => confirmation === '' || newPassword === confirmation, {
    path: ['confirmation'],
    error: m.settings_passwords_differ,
    when: () => true,
  })

type PasswordValues = z.infer<typeof PasswordChange>

type PasswordDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  const form = useContractForm<PasswordValues>(PasswordChange, {
    defaultValues: { oldPassword: '', newPassword: '', confirmation: '' },
  })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async ({ oldPassword, newPassword }) => {
    const result = await request(changePassword, { body: { oldPassword, newPassword } })
    if (isFailure(result)) {
      if (result.status === 0) form.setError('root', { message: m.settings_password_change_failed() })
      else showFailure(form, result)
      return
    }
    // Every other session has ended; this one continues with the new token (decision 33).
    auth.signIn(result.token)
    toast.success(result.message || m.settings_password_changed())
    onOpenChange(false)
  })

  return (
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.settings_change_password_title()}
      description={m.settings_password_hint()}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={m.settings_change_password()}
    >
      {/* For password managers. */}
      <input type="email" autoComplete="username" value={auth.get().profile?.email ?? ''} readOnly hidden />
      <Field label={m.settings_current_password()} error={errors.oldPassword?.message} required>
        <PasswordInput {...form.register('oldPassword')} autoComplete="current-password" />
      </Field>
      <Field label={m.settings_new_password()} error={errors.newPassword?.message} required>
        <PasswordInput {...form.register('newPassword')} ordinal={2} autoComplete="new-password" />
      </Field>
      <Field label={m.settings_confirm_password()} error={errors.confirmation?.message} required>
        <PasswordInput {...form.register('confirmation')} ordinal={3} autoComplete="new-password" />
      </Field>
    </ShortFormDialog>
  )
}
