import { useId } from 'react'
import { z } from 'zod'
import { loginSecond } from '#contract/second-factor.ts'
import type { SecondFactorNeeded } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { readKnownDevice } from './known-device.ts'
import { askForPasskey } from './passkey.ts'

type SecondStepProps = { needed: SecondFactorNeeded; onCancel: () => void }

const Code = z.object({ code: z.string().trim().min(1, { error: m.general_required }) })

/** The second step of a sign-in: a code of the app, a recovery code or a passkey (ACCT-02). */
export default function SecondStep({ needed: { ticket, methods, options }, onCancel }: SecondStepProps) {
  const form = useContractForm<{ code: string }>(Code, { defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const hintId = useId()
  const takesCode = methods.includes('totp') || methods.includes('recovery')

  async function complete(given: Pick<Parameters<typeof send>[0], 'code' | 'response'>) {
    const result = await send({ ticket, device: readKnownDevice(), ...given })
    if (isFailure(result)) showFailure(form, result)
    else if (!(await finishSignIn(result))) form.setError('root', { message: m.general_request_failed() })
  }

  async function handlePasskey() {
    form.clearErrors()
    const response = options && (await askForPasskey(options))
    if (response) await complete({ response })
    else form.setError('root', { message: m.security_passkey_cancelled() })
  }

  return (
    <form onSubmit={form.handleSubmit(complete)} noValidate className="grid gap-5">
      <Alert>
        <span id={hintId}>{takesCode ? m.security_second_code() : m.security_second_passkey()}</span>
      </Alert>
      <FormError form={form} />
      {takesCode && (
        <>
          <Field
            label={m.security_code()}
            help={m.security_code_help()}
            error={errors.code?.message}
            required
          >
            <TextInput
              {...form.register('code')}
              autoComplete="one-time-code"
              autoCapitalize="none"
              autoFocus
            />
          </Field>
          <Button type="submit" size="lg" full loading={isSubmitting}>
            {m.auth_login()}
          </Button>
        </>
      )}
      {options && (
        <Button variant="outline" size="lg" full onClick={() => void handlePasskey()}>
          {m.security_use_passkey()}
        </Button>
      )}
      <Button variant="ghost" className="justify-self-center text-primary" onClick={onCancel}>
        {m.auth_back_to_login()}
      </Button>
    </form>
  )
}

const send = (body: NonNullable<NonNullable<Parameters<typeof request<typeof loginSecond>>[1]>['body']>) =>
  request(loginSecond, { body })
