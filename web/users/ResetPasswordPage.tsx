import { useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { texts } from '#contract/texts.ts'
import { resetPassword } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { REDIRECT_DELAY_MS } from './redirect-delay.ts'

/** The form requires a password; the password policy is the server's (decision 33). */
const NewPassword = z.object({ password: z.string().min(1, texts.general.required) })

export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useContractForm<{ password: string }>(NewPassword, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const [doneMessage, setDoneMessage] = useState<string>()

  useEffect(() => {
    if (doneMessage === undefined) return
    const timer = setTimeout(() => void navigate(paths.login()), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [doneMessage, navigate])

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(resetPassword, { params: { token }, body: values })
    if (isFailure(result)) showFailure(form, result)
    else setDoneMessage(result.msg || texts.auth.passwordUpdated)
  })

  return (
    <FormCard
      title="Reset password"
      subtitle="Choose a new password for your account."
      footer={
        <Link to={paths.login()} className="text-link">
          Back to login
        </Link>
      }
    >
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        {doneMessage !== undefined && <Alert tone="success">{doneMessage}</Alert>}
        <FormError form={form} />
        <Field label="New password" error={errors.password?.message} required>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" full loading={isSubmitting} disabled={doneMessage !== undefined}>
          Change password
        </Button>
      </form>
    </FormCard>
  )
}
