import { useState } from 'react'
import { confirmModerator } from '#contract/moderation.ts'
import { m } from '#contract/texts.ts'
import { request } from '../lib/api.ts'
import { type Failure, isFailure } from '../lib/api-failure.ts'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'

/** An act whose sign-in is too old is repeated with the password (MOD-01). */
export function usePasswordConfirmation() {
  const [password, setPassword] = useState('')
  return {
    password,
    setPassword,
    async confirmed<Result>(act: () => Promise<Result | Failure>): Promise<Result | Failure> {
      if (password !== '') {
        const confirmed = await request(confirmModerator, { body: { password } })
        // Keeps the field.
        if (isFailure(confirmed)) return { ...confirmed, code: 'CONFIRM_AGAIN' }
        setPassword('')
      }
      return act()
    },
  }
}

type PasswordFieldProps = { again: ReturnType<typeof usePasswordConfirmation>; failure: Failure | undefined }

/** Shown when the password is required again. */
export function PasswordField({ again: { password, setPassword }, failure }: PasswordFieldProps) {
  if (failure?.code !== 'CONFIRM_AGAIN') return null
  return (
    <Field label={m.moderation_password()} required>
      <PasswordInput
        autoComplete="current-password"
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
    </Field>
  )
}
