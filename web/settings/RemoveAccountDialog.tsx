import { useId } from 'react'
import { z } from 'zod'
import { deactivateAccount } from '#contract/settings.ts'
import { texts } from '#contract/texts.ts'
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

const Confirmation = z.object({ email: z.string().trim().min(1, texts.settings.emailRequired) })

type RemoveAccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function RemoveAccountDialog({ open, onOpenChange }: RemoveAccountDialogProps) {
  const form = useContractForm<{ email: string }>(Confirmation, { defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const formId = useId()

  const handleSubmit = form.handleSubmit(async ({ email }) => {
    const own = auth.get().profile?.email ?? ''
    if (email.trim().toLowerCase() !== own.toLowerCase()) {
      form.setError('root', { message: texts.settings.emailDiffers })
      form.setFocus('email')
      return
    }
    const result = await request(deactivateAccount)
    if (isFailure(result)) {
      const message = result.status === 0 ? texts.settings.deactivateFailed : result.message
      form.setError('root', { message })
      return
    }
    toast.success(result.message || texts.settings.deactivated)
    returnPath.clear()
    // The guard of this page redirects to the login.
    auth.signOut('deactivated')
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Remove Account"
      description="Others can no longer see your profile or anything in it, and you are signed out. Our support can restore it for 30 days; then it is erased."
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="danger" loading={isSubmitting}>
            Remove account
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-5">
        <FormError form={form} />
        <Field
          label="Your email"
          help="Enter the email of your account to confirm."
          error={errors.email?.message}
          required
        >
          <TextInput {...form.register('email')} type="email" autoComplete="off" autoCapitalize="none" />
        </Field>
      </form>
    </Dialog>
  )
}
