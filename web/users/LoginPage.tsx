import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import { texts } from '#contract/texts.ts'
import { Credentials, login } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useContractForm } from '../lib/form.ts'
import { startSignIn } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { readKnownDevice, storeKnownDevice } from './known-device.ts'

const ForgotPasswordDialog = lazyDialog(() => import('./ForgotPasswordDialog.tsx'))

const prefetchForgotPassword = () => prefetch(ForgotPasswordDialog.code)

/** Registration redirects here with the registered email. */
export type LoginState = { registeredEmail?: string } | null

export default function LoginPage() {
  const { registeredEmail = '' } = (useLocation().state as LoginState) ?? {}
  const form = useContractForm<{ email: string; password: string }>(Credentials, {
    defaultValues: { email: registeredEmail, password: '' },
  })
  const { errors, isSubmitting, submitCount } = form.formState
  const isRefused = errors.root?.type === 'credentials'
  const [isForgotOpen, setForgotOpen] = useState<boolean>()

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(login, { body: { ...values, device: readKnownDevice() } })
    if (isFailure(result)) {
      // One text for 400 and 401 (decision 27): it must not reveal which of the two was wrong.
      if (result.status === 400 || result.status === 401) {
        form.setError('root', { type: 'credentials', message: texts.auth.wrongCredentials })
        form.setFocus('email')
      } else form.setError('root', { message: result.message })
      return
    }
    storeKnownDevice(result.device)
    // The guard of this page redirects once the profile is loaded.
    if (!(await startSignIn(result.token))) form.setError('root', { message: texts.general.requestFailed })
  })

  const field = (name: 'email' | 'password') => ({
    ...form.register(name, { onChange: () => form.clearErrors('root') }),
    'aria-invalid': isRefused || errors[name] !== undefined,
  })

  return (
    <FormCard
      title="Login"
      description={`Sign in to ${PRODUCT.name}.`}
      footer={
        <>
          No account yet?{' '}
          <Link to={paths.register()} className="text-link">
            Register
          </Link>
        </>
      }
    >
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        {registeredEmail !== '' && submitCount === 0 && <Alert tone="success">{texts.auth.registered}</Alert>}
        <FormError form={form} />
        <Field label="Email" error={errors.email?.message} required>
          <TextInput {...field('email')} type="email" autoComplete="username" autoCapitalize="none" />
        </Field>
        <Field label="Password" error={errors.password?.message} required>
          <PasswordInput {...field('password')} autoComplete="current-password" />
        </Field>
        <Button type="submit" size="lg" full loading={isSubmitting}>
          Login
        </Button>
        <Button
          variant="ghost"
          className="justify-self-center text-primary"
          onPointerEnter={prefetchForgotPassword}
          onFocus={prefetchForgotPassword}
          onClick={() => setForgotOpen(true)}
        >
          Forgot password
        </Button>
      </form>
      {isForgotOpen !== undefined && (
        <ForgotPasswordDialog open={isForgotOpen} onOpenChange={setForgotOpen} />
      )}
    </FormCard>
  )
}
