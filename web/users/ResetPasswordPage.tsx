import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { z } from 'zod'
import { m } from '#contract/texts.ts'
import { checkResetLink, resetPassword } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { apiQuery } from '../lib/api-query.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { REDIRECT_DELAY_MS } from './redirect-delay.ts'

const ForgotPasswordDialog = lazyPart(() => import('./ForgotPasswordDialog.tsx'))

/** The form requires a password; the password policy is the server's (decision 33). */
const NewPassword = z.object({ password: z.string().min(1, { error: m.general_required }) })

export default function ResetPasswordPage() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const form = useContractForm<{ password: string }>(NewPassword, { defaultValues: { password: '' } })
  const { errors, isSubmitting } = form.formState
  const [doneMessage, setDoneMessage] = useState<string>()
  const [isForgotOpen, setForgotOpen] = useState<boolean>()
  const link = useQuery({
    queryKey: ['reset link', token],
    queryFn: apiQuery(checkResetLink, { params: { token } }),
    // The input stays, and saving fails with the same message.
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [isRefused, setRefused] = useState(false)
  const isDead = doneMessage === undefined && (isRefused || link.data?.valid === false)

  useEffect(() => {
    if (doneMessage === undefined) return
    const timer = setTimeout(() => void navigate(paths.login()), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [doneMessage, navigate])

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(resetPassword, { params: { token }, body: values })
    if (isFailure(result) && result.code === 'RESET_TOKEN_INVALID') setRefused(true)
    else if (isFailure(result)) showFailure(form, result)
    else setDoneMessage(result.msg || m.auth_password_updated())
  })

  return (
    <FormCard
      title={m.auth_reset_title()}
      subtitle={m.auth_reset_subtitle()}
      footer={
        <Link to={paths.login()} className="text-link">
          {m.auth_back_to_login()}
        </Link>
      }
    >
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        {doneMessage !== undefined && <Alert tone="success">{doneMessage}</Alert>}
        {isDead ? (
          <Alert tone="danger">
            <p>{m.auth_reset_invalid()}</p>
            <Button variant="outline" size="sm" className="mt-3" onClick={() => setForgotOpen(true)}>
              {m.auth_new_link()}
            </Button>
          </Alert>
        ) : (
          <FormError form={form} />
        )}
        <Field label={m.auth_new_password()} error={errors.password?.message} required>
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" full loading={isSubmitting} disabled={doneMessage !== undefined}>
          {m.auth_change_password()}
        </Button>
      </form>
      {isForgotOpen !== undefined && (
        <Suspense fallback={null}>
          <ForgotPasswordDialog open={isForgotOpen} onOpenChange={setForgotOpen} />
        </Suspense>
      )}
    </FormCard>
  )
}
