import { useEffect, useEffectEvent, useId, useState } from 'react'
import { m } from '#contract/texts.ts'
import { ForgotPassword, forgotPassword } from '#contract/users.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useContractForm } from '../lib/form.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { readKnownDevice } from './known-device.ts'
import { REDIRECT_DELAY_MS } from './redirect-delay.ts'

type ForgotPasswordDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function ForgotPasswordDialog({ open, onOpenChange }: ForgotPasswordDialogProps) {
  const form = useContractForm<{ email: string }>(ForgotPassword, { defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const [sentMessage, setSentMessage] = useState<string>()
  const formId = useId()

  const onRead = useEffectEvent(close)
  useEffect(() => {
    if (sentMessage === undefined) return
    const timer = setTimeout(() => onRead(), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [sentMessage])

  function close() {
    onOpenChange(false)
    setSentMessage(undefined)
    form.reset()
  }

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(forgotPassword, { body: { ...values, device: readKnownDevice() } })
    if (!isFailure(result)) setSentMessage(result.message || m.auth_mail_sent())
    else form.setError('root', { message: result.status === 0 ? m.auth_link_failed() : result.message })
  })

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : close())}
      title={m.auth_forgot_password()}
      description={m.auth_forgot_description()}
      size="sm"
      footer={
        <Button type="submit" form={formId} loading={isSubmitting} disabled={sentMessage !== undefined}>
          {m.auth_send_link()}
        </Button>
      }
    >
      <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-4">
        {sentMessage !== undefined && <Alert tone="success">{sentMessage}</Alert>}
        <FormError form={form} />
        <Field label={m.auth_email_label()} error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Field>
      </form>
    </Dialog>
  )
}
