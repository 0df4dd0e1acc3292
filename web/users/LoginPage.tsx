import { lazy, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { PRODUCT } from '#contract/product.ts'
import type { SecondFactorNeeded } from '#contract/sign-in-errors.ts'
import { m } from '#contract/texts.ts'
import { Credentials, login } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useContractForm } from '../lib/form.ts'
import { ProviderButtons } from '../openid/ProviderButtons.tsx'
import { paths } from '../paths.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { prefetch } from '../ui/lazy-import.ts'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { finishSignIn } from './finish-sign-in.ts'
import { readKnownDevice } from './known-device.ts'

const ForgotPasswordDialog = lazyDialog(() => import('./ForgotPasswordDialog.tsx'))

const SecondStep = lazy(() => import('./SecondStep.tsx'))

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
  const [secondFactor, setSecondFactor] = useState<SecondFactorNeeded>()
  const [isPasskeyAsked, setPasskeyAsked] = useState(false)
  const [isForgotOpen, setForgotOpen] = useState<boolean>()

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(login, { body: { ...values, device: readKnownDevice() } })
    if (isFailure(result)) {
      if (result.secondFactor) return setSecondFactor(result.secondFactor)
      // One text for 400 and 401 (decision 27): it must not reveal which of the two was wrong.
      if (result.status === 400 || result.status === 401) {
        form.setError('root', { type: 'credentials', message: m.auth_wrong_credentials() })
        form.setFocus('email')
      } else form.setError('root', { message: result.message })
      return
    }
    if (!(await finishSignIn(result))) form.setError('root', { message: m.general_request_failed() })
  })

  async function handlePasskey() {
    form.clearErrors()
    setPasskeyAsked(true)
    const { signInWithPasskey } = await import('./passkey.ts')
    const failure = await signInWithPasskey()
    setPasskeyAsked(false)
    if (failure !== undefined) form.setError('root', { message: failure })
  }

  function handleCancel() {
    setSecondFactor(undefined)
    form.resetField('password')
  }

  const field = (name: 'email' | 'password') => ({
    ...form.register(name, { onChange: () => form.clearErrors('root') }),
    'aria-invalid': isRefused || errors[name] !== undefined,
  })

  return (
    <FormCard
      title={m.auth_login()}
      description={m.auth_sign_in_to({ product: PRODUCT.name })}
      footer={
        <>
          {m.auth_no_account()}{' '}
          <Link to={paths.register()} className="text-link">
            {m.auth_register()}
          </Link>
        </>
      }
    >
      {secondFactor ? (
        <Suspense fallback={<Spinner />}>
          <SecondStep needed={secondFactor} onCancel={handleCancel} />
        </Suspense>
      ) : (
        <form onSubmit={handleSubmit} noValidate className="grid gap-5">
          {registeredEmail !== '' && submitCount === 0 && <Alert tone="success">{m.auth_registered()}</Alert>}
          <FormError form={form} />
          <Field label={m.auth_email_label()} error={errors.email?.message} required>
            <TextInput {...field('email')} type="email" autoComplete="username" autoCapitalize="none" />
          </Field>
          <Field label={m.auth_password_label()} error={errors.password?.message} required>
            <PasswordInput {...field('password')} autoComplete="current-password" />
          </Field>
          <Button type="submit" size="lg" full loading={isSubmitting}>
            {m.auth_login()}
          </Button>
          <Button
            variant="outline"
            size="lg"
            full
            loading={isPasskeyAsked}
            onClick={() => void handlePasskey()}
          >
            {m.security_login_passkey()}
          </Button>
          <Button
            variant="ghost"
            className="justify-self-center text-primary"
            onPointerEnter={prefetchForgotPassword}
            onFocus={prefetchForgotPassword}
            onClick={() => setForgotOpen(true)}
          >
            {m.auth_forgot_password()}
          </Button>
        </form>
      )}
      {!secondFactor && <ProviderButtons />}
      {isForgotOpen !== undefined && (
        <ForgotPasswordDialog open={isForgotOpen} onOpenChange={setForgotOpen} />
      )}
    </FormCard>
  )
}
