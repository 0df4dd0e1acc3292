import { startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import { z } from 'zod'
import { addPasskey, startPasskey } from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import { name } from '#contract/values.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
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
  const { errors } = form.formState
  const [codes, setCodes] = useState<string[]>()

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
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.security_add_passkey()}
      description={codes ? undefined : m.security_passkeys_text()}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={m.security_continue()}
      result={codes && { content: <RecoveryCodes codes={codes} />, closeLabel: m.security_codes_kept() }}
    >
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
    </ShortFormDialog>
  )
}
