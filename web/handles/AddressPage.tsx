import { useQueryClient } from '@tanstack/react-query'
import AtSign from 'lucide-react/icons/at-sign'
import { useState } from 'react'
import { HANDLE_LENGTH, setHandle } from '#contract/handles.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { DEVS_KEY } from '../devs/devs.api.ts'
import { FormError } from '../layout/FormError.tsx'
import { PageSpinner } from '../layout/PageSpinner.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth, useAuth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { fullName } from '../lib/format.ts'
import { paths } from '../paths.ts'
import { SettingsFrame } from '../settings/SettingsFrame.tsx'
import { ShareButtons } from '../sharing/ShareButtons.tsx'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'

const loadSchema = async () => (await import('./handle-schema.ts')).HandleInput

/** The short address of the own page (FLOW-03). */
export default function AddressPage() {
  const { profile } = useAuth()
  return (
    <SettingsFrame title={m.handles_title()}>
      {profile ? <AddressSection user={profile} /> : <PageSpinner />}
    </SettingsFrame>
  )
}

function AddressSection({ user }: { user: User }) {
  const queryClient = useQueryClient()
  const [isSaved, setSaved] = useState(false)
  const form = useContractForm<{ handle: string }>(loadSchema, {
    defaultValues: { handle: user.handle ?? '' },
  })
  const { errors, isSubmitting } = form.formState
  const typed = form.watch('handle').trim().toLowerCase()

  const submit = form.handleSubmit(async (body) => {
    setSaved(false)
    const result = await request(setHandle, { body })
    if (isFailure(result)) {
      const isTaken = result.code === 'HANDLE_TAKEN'
      return showFailure(form, isTaken ? { ...result, fields: { handle: result.message } } : result)
    }
    auth.setProfile(result.user)
    form.reset({ handle: result.user.handle ?? '' })
    setSaved(true)
    for (const queryKey of [DEVS_KEY, ['recruiters'], ['handles']]) {
      void queryClient.invalidateQueries({ queryKey })
    }
  })

  return (
    <Card as="section" aria-labelledby="short-address">
      <h2 id="short-address" className="text-lg">
        {m.handles_heading()}
      </h2>
      <p className="mt-1 text-muted text-sm">{m.handles_intro()}</p>
      <form onSubmit={submit} noValidate className="mt-4 grid gap-4">
        <FormError form={form} />
        <Field label={m.handles_label()} help={m.handles_help()} error={errors.handle?.message} required>
          <TextInput
            {...form.register('handle', { onChange: () => setSaved(false) })}
            icon={<AtSign />}
            maxLength={HANDLE_LENGTH.max}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <p className="wrap-anywhere text-sm">
          {m.handles_preview({ address: `${window.location.host}/@${typed || '…'}` })}
        </p>
        {user.handle && <p className="text-muted text-sm">{m.handles_when_changed()}</p>}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" loading={isSubmitting}>
            {m.general_save()}
          </Button>
          <p role="status" className="text-sm text-success">
            {isSaved && m.handles_saved()}
          </p>
        </div>
      </form>
      {user.handle && (
        <ShareButtons className="mt-3 max-w-sm" path={paths.handle(user.handle)} title={fullName(user)} />
      )}
    </Card>
  )
}
