import { z } from 'zod'
import { ERASURE_DAYS } from '#contract/retention.ts'
import { deactivateAccount } from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { useContractForm } from '../lib/form.ts'
import { returnPath } from '../lib/return-path.ts'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'

const Confirmation = z.object({ email: z.string().trim().min(1, { error: m.settings_email_required }) })

type RemoveAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function RemoveAccountDialog({ open, onOpenChange }: RemoveAccountDialogProps) {
  const form = useContractForm<{ email: string }>(Confirmation, { defaultValues: { email: '' } })
  const { errors } = form.formState

  const handleSubmit = form.handleSubmit(async ({ email }) => {
    const own = auth.get().profile?.email ?? ''
    if (email.trim().toLowerCase() !== own.toLowerCase()) {
      form.setError('root', { message: m.settings_email_differs() })
      form.setFocus('email')
      return
    }
    const result = await request(deactivateAccount)
    if (isFailure(result)) {
      const message = result.status === 0 ? m.settings_deactivate_failed() : result.message
      form.setError('root', { message })
      return
    }
    toast.success(result.message || m.settings_deactivated())
    returnPath.clear()
    // The guard of this page redirects to the login.
    auth.signOut('deactivated')
  })

  return (
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.settings_remove_account_title()}
      description={m.settings_remove_account_text({ days: ERASURE_DAYS })}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={m.settings_remove_account()}
      tone="danger"
    >
      <Field
        label={m.settings_your_email()}
        help={m.settings_your_email_hint()}
        error={errors.email?.message}
        required
      >
        <TextInput {...form.register('email')} type="email" autoComplete="off" autoCapitalize="none" />
      </Field>
    </ShortFormDialog>
  )
}
