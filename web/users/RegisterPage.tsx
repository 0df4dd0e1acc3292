import Code from 'lucide-react/icons/code'
import Search from 'lucide-react/icons/search'
import { Controller } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { m, type Text } from '#contract/texts.ts'
import { Registration, type Role, register } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { RestoredNote } from '../layout/RestoredNote.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useContractForm } from '../lib/form.ts'
import { useFormPersist } from '../lib/use-form-persist.ts'
import { ProviderButtons } from '../openid/ProviderButtons.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import type { LoginState } from './LoginPage.tsx'

type RegisterValues = {
  name: string
  surname: string
  email: string
  password: string
  'confirm-password': string
  role: Role
}

const roles: { value: Role; label: Text; help: Text; icon: React.ReactNode }[] = [
  { value: 'developer', label: m.auth_role_developer, help: m.auth_role_developer_help, icon: <Code /> },
  { value: 'recruiter', label: m.auth_role_recruiter, help: m.auth_role_recruiter_help, icon: <Search /> },
]

export default function RegisterPage() {
  const navigate = useNavigate()
  const form = useContractForm<RegisterValues>(Registration, {
    defaultValues: {
      name: '',
      surname: '',
      email: '',
      password: '',
      'confirm-password': '',
      role: 'developer',
    },
  })
  const { errors, isSubmitting } = form.formState
  const persisted = useFormPersist(form, 'registration', { secret: ['password', 'confirm-password'] })

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(register, { body: values })
    if (!isFailure(result)) {
      persisted.clear()
      const state: LoginState = { registeredEmail: values.email.trim() }
      return navigate(paths.login(), { state })
    }
    // The form always shows these two texts (decision 27), whatever the server's message is.
    if (result.status === 409) {
      form.setError('email', { type: 'server', message: m.auth_email_taken() }, { shouldFocus: true })
    } else form.setError('root', { message: m.auth_register_form_failed() })
  })

  return (
    <FormCard
      title={m.auth_register()}
      description={m.auth_register_description()}
      footer={
        <>
          {m.auth_have_account()}{' '}
          <Link to={paths.login()} className="text-link">
            {m.auth_login()}
          </Link>
        </>
      }
    >
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        <RestoredNote persisted={persisted} />
        <Controller
          control={form.control}
          name="role"
          render={({ field: { value, onChange } }) => (
            <Field label={m.auth_role_label()} group>
              <RadioCards
                name="role"
                options={roles.map(({ label, help, ...role }) => ({ ...role, label: label(), help: help() }))}
                value={value}
                onChange={onChange}
              />
            </Field>
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label={m.general_name()} error={errors.name?.message} required>
            <TextInput {...form.register('name')} autoComplete="given-name" />
          </Field>
          <Field label={m.general_surname()} error={errors.surname?.message} required>
            <TextInput {...form.register('surname')} autoComplete="family-name" />
          </Field>
        </div>
        <Field label={m.auth_email_label()} error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Field>
        <Field
          label={m.auth_password_label()}
          error={errors.password?.message}
          help={m.auth_password_help()}
          required
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label={m.auth_confirm_label()} error={errors['confirm-password']?.message} required>
          <PasswordInput {...form.register('confirm-password')} ordinal={2} autoComplete="new-password" />
        </Field>
        <FormError form={form} />
        <Button type="submit" size="lg" full loading={isSubmitting}>
          {m.auth_register()}
        </Button>
      </form>
      <ProviderButtons role={form.watch('role')} />
    </FormCard>
  )
}
