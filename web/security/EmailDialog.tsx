import { changeEmail, EmailChange } from '#contract/email-addresses.ts'
import { m } from '#contract/texts.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'

type EmailDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function EmailDialog({ open, onOpenChange }: EmailDialogProps) {
  const form = useContractForm<{ email: string; password: string }>(EmailChange, {
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(changeEmail, { body: values })
    if (isFailure(result)) return showFailure(form, result)
    toast.success(result.message)
    onOpenChange(false)
  })

  return (
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.security_change_email()}
      description={m.security_change_email_text()}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={m.security_change_email()}
    >
      <Field label={m.security_new_email()} error={errors.email?.message} required>
        <TextInput {...form.register('email')} type="email" autoComplete="email" autoCapitalize="none" />
      </Field>
      <Field label={m.security_password()} error={errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
    </ShortFormDialog>
  )
}
