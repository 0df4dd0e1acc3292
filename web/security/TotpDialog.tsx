import { useState } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { confirmTotp, startTotp } from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { SecurityDialogProps } from './dialog-props.ts'
import { RecoveryCodes } from './RecoveryCodes.tsx'

const Password = z.object({ password: z.string().min(1, { error: m.settings_current_required }) })
const FirstCode = z.object({ code: z.string().trim().min(1, { error: m.general_required }) })

/** Password, then the secret for the app with its first code, then the recovery codes. */
export default function TotpDialog({ open, onOpenChange, onChanged }: SecurityDialogProps) {
  const [totp, setTotp] = useState<{ secret: string; uri: string }>()
  const [codes, setCodes] = useState<string[]>()
  const passwordForm = useContractForm<{ password: string }>(Password, { defaultValues: { password: '' } })
  const confirmed = useContractForm<{ code: string }>(FirstCode, { defaultValues: { code: '' } })

  const start = passwordForm.handleSubmit(async (body) => {
    const result = await request(startTotp, { body })
    if (isFailure(result)) showFailure(passwordForm, result)
    else setTotp(result)
  })
  const confirm = confirmed.handleSubmit(async (body) => {
    const result = await request(confirmTotp, { body })
    if (isFailure(result)) return showFailure(confirmed, result)
    setCodes(result.recoveryCodes)
    onChanged()
  })
  const dialog = { open, onOpenChange, title: m.security_totp() }

  // One element with either form: the dialog stays open between the steps.
  return totp ? (
    <ShortFormDialog
      {...dialog}
      form={confirmed}
      onSubmit={confirm}
      submitLabel={m.security_turn_on()}
      result={codes && { content: <RecoveryCodes codes={codes} />, closeLabel: m.security_codes_kept() }}
    >
      <p>{m.security_totp_scan()}</p>
      <QrCode text={totp.uri} />
      <p className="text-sm">
        {m.security_totp_secret()} <code className="select-all break-all font-mono">{totp.secret}</code>
      </p>
      <Field label={m.security_code()} error={confirmed.formState.errors.code?.message} required>
        <TextInput {...confirmed.register('code')} inputMode="numeric" autoComplete="one-time-code" />
      </Field>
    </ShortFormDialog>
  ) : (
    <ShortFormDialog
      {...dialog}
      description={m.security_totp_text()}
      form={passwordForm}
      onSubmit={start}
      submitLabel={m.security_continue()}
    >
      <Field label={m.security_password()} error={passwordForm.formState.errors.password?.message} required>
        <PasswordInput {...passwordForm.register('password')} autoComplete="current-password" />
      </Field>
    </ShortFormDialog>
  )
}

/** Black on white in both themes: some scanners cannot read inverted codes. */
function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { border: 3 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
    .join('')
  return (
    <svg
      role="img"
      aria-label={m.security_qr()}
      viewBox={`0 0 ${size} ${size}`}
      className="mx-auto size-52 rounded-control"
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
