import { z } from 'zod'
import type { ProviderId } from '#contract/openid.ts'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import { ShortFormDialog } from '../layout/ShortFormDialog.tsx'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { redirectToProvider } from './flow.ts'

const OwnPassword = z.object({ password: z.string().min(1, { error: m.settings_current_required }) })

type ConnectDialogProps = { id: ProviderId; open: boolean; onOpenChange: (open: boolean) => void }

/** Asks for the password before an identity is linked in an older session. */
export default function ConnectDialog({ id, open, onOpenChange }: ConnectDialogProps) {
  const form = useContractForm<{ password: string }>(OwnPassword, { defaultValues: { password: '' } })
  const { errors } = form.formState
  const provider = PRODUCT.providers.find((one) => one.id === id)?.name ?? id

  const handleSubmit = form.handleSubmit(async (values) => {
    const failed = await redirectToProvider(id, values)
    if (failed) showFailure(form, failed)
  })

  return (
    <ShortFormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.openid_connect({ provider })}
      form={form}
      onSubmit={handleSubmit}
      submitLabel={m.security_continue()}
    >
      <Field label={m.security_password()} error={errors.password?.message} required>
        <PasswordInput {...form.register('password')} autoComplete="current-password" />
      </Field>
    </ShortFormDialog>
  )
}
