import { useState } from 'react'
import { z } from 'zod'
import { removePasskey, removeTotp, renewRecoveryCodes } from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
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

type Act = 'totp-off' | 'codes' | { passkey: string }
type Values = { password: string; code: string }

const required = z.string().min(1, { error: m.general_required })
const password = z.string().min(1, { error: m.settings_current_required })

/** Acts that need the password: turning the app off, removing a passkey, new recovery codes. */
export default function PasswordActDialog({
  open,
  onOpenChange,
  onChanged,
  act,
}: SecurityDialogProps & { act: Act }) {
  const needsCode = act === 'totp-off'
  const form = useContractForm<Values>(z.object({ password, code: needsCode ? required : z.string() }), {
    defaultValues: { password: '', code: '' },
  })
  const { errors } = form.formState
  const [codes, setCodes] = useState<string[]>()
  const title = needsCode
    ? m.security_totp_turn_off()
    : act === 'codes'
      ? m.security_codes_renew()
      : m.security_passkey_remove()

  const handleSubmit = form.handleSubmit(async ({ password, code }) => {
    const body = { password }
    const result = needsCode
      ? await request(removeTotp, { body: { password, code } })
      : act === 'codes'
        ? await request(renewRecoveryCodes, { body })
        : await request(removePasskey, { params: { id: act.passkey }, body })
    if (isFailure(result)) return showFailure(form, result)
    onChanged()
    if ('recoveryCodes' in result) return setCodes(result.recoveryCodes)
    toast.success(result.message)
    onOpenChange(false)
  })

  return (
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={title}
      tone={act === 'codes' ? 'primary' : 'danger'}
      result={codes && { content: <RecoveryCodes codes={codes} />, closeLabel: m.security_codes_kept() }}
    >
      <Field label={m.security_password()} error={errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
      {needsCode && (
        <Field label={m.security_code()} help={m.security_code_help()} error={errors.code?.message} required>
          <TextInput {...form.register('code')} autoComplete="one-time-code" />
        </Field>
      )}
    </ShortFormDialog>
  )
}
