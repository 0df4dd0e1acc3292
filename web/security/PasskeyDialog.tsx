import { startRegistration } from '@simplewebauthn/browser'
import { useId, useState } from 'react'
import { z } from 'zod'
import { addPasskey, startPasskey } from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import { name } from '#contract/values.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import type { SecurityDialogProps } from './dialog-props.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const NewPasskey = z.object({
  name: name(m.general_required),
  password: z.string().min(1, { error: m.settings_current_required }),
})

export default function PasskeyDialog({ open, onOpenChange, onChanged }: SecurityDialogProps) {
  const form = useContractForm<{ name: string; password: string }>(NewPasskey, {
    defaultValues: { name: '', password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const [codes, setCodes] = useState<string[]>()
  const formId = useId()

  const handleSubmit = form.handleSubmit(async ({ name, password }) => {
    const options = await request(startPasskey, { body: { password } })
    if (isFailure(options)) return showFailure(form, options)
    const response = await startRegistration({
      optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'], // plain text in the contract
    }).catch(() => undefined)
    if (!response) return form.setError('root', { message: m.security_passkey_cancelled() })
    const result = await request(addPasskey, { body: { name, response } })
    if (isFailure(result)) return showFailure(form, result)
    onChanged()
    toast.success(m.security_passkey_added())
    if (result.recoveryCodes) setCodes(result.recoveryCodes)
    else onOpenChange(false)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.security_add_passkey()}
      description={codes ? undefined : m.security_passkeys_text()}
      size="sm"
      footer={
        codes ? (
          <Button onClick={() => onOpenChange(false)}>{m.security_codes_kept()}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              {m.general_cancel()}
            </Button>
            <Button type="submit" form={formId} loading={isSubmitting}>
              {m.security_continue()}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-5">
          <FormError form={form} />
          <Field
            label={m.security_passkey_name()}
            help={m.security_passkey_name_help()}
            error={errors.name?.message}
            required
          >
            <TextInput {...form.register('name')} autoComplete="off" />
          </Field>
          <Field label={m.security_password()} error={errors.password?.message} required>
            <PasswordInput {...form.register('password')} autoComplete="current-password" />
          </Field>
        </form>
      )}
    </Dialog>
  )
}
