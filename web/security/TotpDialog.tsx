import { useId, useState } from 'react'
import { encode } from 'uqr'
import { z } from 'zod'
import { confirmTotp, startTotp } from '#contract/second-factor.ts'
import { m } from '#contract/texts.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
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
  const asked = useContractForm<{ password: string }>(Password, { defaultValues: { password: '' } })
  const confirmed = useContractForm<{ code: string }>(FirstCode, { defaultValues: { code: '' } })
  const formId = useId()

  const start = asked.handleSubmit(async (body) => {
    const result = await request(startTotp, { body })
    if (isFailure(result)) showFailure(asked, result)
    else setTotp(result)
  })
  const confirm = confirmed.handleSubmit(async (body) => {
    const result = await request(confirmTotp, { body })
    if (isFailure(result)) return showFailure(confirmed, result)
    setCodes(result.recoveryCodes)
    onChanged()
  })
  const isBusy = asked.formState.isSubmitting || confirmed.formState.isSubmitting

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.security_totp()}
      description={totp ? undefined : m.security_totp_text()}
      size="sm"
      footer={
        codes ? (
          <Button onClick={() => onOpenChange(false)}>{m.security_codes_kept()}</Button>
        ) : (
          <>
            <Button variant="outline" onClick={() => onOpenChange(false)}>
              {m.general_cancel()}
            </Button>
            <Button type="submit" form={formId} loading={isBusy}>
              {totp ? m.security_turn_on() : m.security_continue()}
            </Button>
          </>
        )
      }
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : totp ? (
        <form id={formId} onSubmit={confirm} noValidate className="grid gap-4">
          <FormError form={confirmed} />
          <p>{m.security_totp_scan()}</p>
          <QrCode text={totp.uri} />
          <p className="text-sm">
            {m.security_totp_secret()} <code className="select-all break-all font-mono">{totp.secret}</code>
          </p>
          <Field label={m.security_code()} error={confirmed.formState.errors.code?.message} required>
            <TextInput {...confirmed.register('code')} inputMode="numeric" autoComplete="one-time-code" />
          </Field>
        </form>
      ) : (
        <form id={formId} onSubmit={start} noValidate className="grid gap-5">
          <FormError form={asked} />
          <Field label={m.security_password()} error={asked.formState.errors.password?.message} required>
            <PasswordInput {...asked.register('password')} autoComplete="current-password" />
          </Field>
        </form>
      )}
    </Dialog>
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
