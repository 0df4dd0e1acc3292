import { useId } from 'react'
import { z } from 'zod'
import { deactivateAccount } from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { useContractForm } from '../lib/form.ts'
import { returnPath } from '../lib/return-path.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'

const Confirmation = z.object({ email: z.string().trim().min(1, { error: m.settings_email_required }) })

type RemoveAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function RemoveAccountDialog({ open, onOpenChange }: RemoveAccountDialogProps) {
  const form = useContractForm<{ email: string }>(Confirmation, { defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const formId = useId()

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
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.settings_remove_account_title()}
      description={m.settings_remove_account_text()}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            {m.general_cancel()}
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={isSubmitting}>
            {m.settings_remove_account()}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-5">
        <FormError form={form} />
        <Field
          label={m.settings_your_email()}
          help={m.settings_your_email_hint()}
          error={errors.email?.message}
          required
        >
          <TextInput {...form.register('email')} type="email" autoComplete="off" autoCapitalize="none" />
        </Field>
      </form>
    </Dialog>
  )
}
