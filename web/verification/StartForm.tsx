import { useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { m } from '#contract/texts.ts'
import { startVerification, type VerificationWay } from '#contract/verification.ts'
import { FormError } from '../layout/FormError.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { showVerification } from './verification.api.ts'

type Values = { domain: string; by: VerificationWay; address: string }

const Rules = z
  .object({
    domain: z.string().trim().min(1, { error: m.general_required }),
    by: z.string(),
    address: z.string(),
  })
  .refine(({ by, address }) => by !== 'mail' || address.trim() !== '', {
    path: ['address'],
    error: m.general_required,
  })

type StartFormProps = {
  /** The domain of the replaced proof or mark. */
  domain: string | null
  onStarted: () => void
  onCancel: (() => void) | undefined
}

/** The domain, and the method of the proof. */
export function StartForm({ domain, onStarted, onCancel }: StartFormProps) {
  const { profile } = useAuth()
  const queryClient = useQueryClient()
  const website = profile?.role.type === 'recruiter' ? profile.role.recruiter.website : ''
  const form = useContractForm<Values>(Rules, {
    defaultValues: { domain: domain ?? hostOf(website), by: 'mail', address: '' },
  })
  const { errors, isSubmitting } = form.formState
  const by = form.watch('by')

  const submit = form.handleSubmit(async ({ address, ...body }) => {
    const isMail = body.by === 'mail'
    const result = await request(startVerification, { body: { ...body, ...(isMail && { address }) } })
    if (isFailure(result)) return showFailure(form, result)
    showVerification(queryClient, result)
    onStarted()
  })

  return (
    <form onSubmit={submit} noValidate className="grid gap-5">
      <FormError form={form} />
      <Field
        label={m.verification_domain()}
        help={m.verification_domain_hint()}
        error={errors.domain?.message}
        required
      >
        <TextInput {...form.register('domain')} inputMode="url" autoComplete="off" autoCapitalize="none" />
      </Field>
      <Controller
        control={form.control}
        name="by"
        render={({ field: { value, onChange } }) => (
          <Field label={m.verification_way()} group>
            <RadioCards
              value={value}
              onChange={onChange}
              options={[
                { value: 'mail', label: m.verification_by_mail(), help: m.verification_by_mail_hint() },
                { value: 'dns', label: m.verification_by_dns(), help: m.verification_by_dns_hint() },
                { value: 'file', label: m.verification_by_file(), help: m.verification_by_file_hint() },
              ]}
            />
          </Field>
        )}
      />
      {by === 'mail' && (
        <Field label={m.verification_address()} error={errors.address?.message} required>
          <TextInput {...form.register('address')} type="email" autoComplete="email" autoCapitalize="none" />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" loading={isSubmitting}>
          {by === 'mail' ? m.verification_send() : m.verification_next()}
        </Button>
        {onCancel && (
          <Button variant="outline" onClick={onCancel}>
            {m.general_cancel()}
          </Button>
        )}
      </div>
    </form>
  )
}

/** The host of the website, as usually typed. */
const hostOf = (website: string) =>
  URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : ''
