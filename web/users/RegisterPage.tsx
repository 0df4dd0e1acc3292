import Code from 'lucide-react/icons/code'
import Search from 'lucide-react/icons/search'
import { Controller } from 'react-hook-form'
import { Link, useNavigate } from 'react-router'
import { texts } from '#contract/texts.ts'
import { Registration, type Role, register } from '#contract/users.ts'
import { FormCard } from '../layout/FormCard.tsx'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useContractForm } from '../lib/form.ts'
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

const roles: { value: Role; label: string; help: string; icon: React.ReactNode }[] = [
  { value: 'developer', label: 'Developer', help: 'I show my work.', icon: <Code /> },
  { value: 'recruiter', label: 'Recruiter', help: 'I look for builders.', icon: <Search /> },
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

  const handleSubmit = form.handleSubmit(async (values) => {
    const result = await request(register, { body: values })
    if (!isFailure(result)) {
      const state: LoginState = { registeredEmail: values.email.trim() }
      return navigate(paths.login(), { state })
    }
    // The form always shows these two texts (decision 27), whatever the server's message is.
    if (result.status === 409) {
      form.setError('email', { type: 'server', message: texts.auth.emailTaken }, { shouldFocus: true })
    } else form.setError('root', { message: texts.auth.registerFormFailed })
  })

  return (
    <FormCard
      title="Register"
      description="Create an account as a developer or a recruiter."
      footer={
        <>
          Already have an account?{' '}
          <Link to={paths.login()} className="text-link">
            Login
          </Link>
        </>
      }
    >
      <form onSubmit={handleSubmit} noValidate className="grid gap-5">
        <FormError form={form} />
        <Controller
          control={form.control}
          name="role"
          render={({ field: { value, onChange } }) => (
            <Field label="I am a" group>
              <RadioCards name="role" options={roles} value={value} onChange={onChange} />
            </Field>
          )}
        />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <Field label="Name" error={errors.name?.message} required>
            <TextInput {...form.register('name')} autoComplete="given-name" />
          </Field>
          <Field label="Surname" error={errors.surname?.message} required>
            <TextInput {...form.register('surname')} autoComplete="family-name" />
          </Field>
        </div>
        <Field label="Email" error={errors.email?.message} required>
          <TextInput {...form.register('email')} type="email" autoComplete="email" autoCapitalize="none" />
        </Field>
        <Field
          label="Password"
          error={errors.password?.message}
          help="At least 6 characters, with uppercase, lowercase, number and special character."
          required
        >
          <PasswordInput {...form.register('password')} autoComplete="new-password" />
        </Field>
        <Field label="Confirm password" error={errors['confirm-password']?.message} required>
          <PasswordInput {...form.register('confirm-password')} autoComplete="new-password" />
        </Field>
        <Button type="submit" size="lg" full loading={isSubmitting}>
          Register
        </Button>
      </form>
    </FormCard>
  )
}
