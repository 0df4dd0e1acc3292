import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { m } from '#contract/texts.ts'
import { checkVerification, VERIFICATION_FILE, type Verification } from '#contract/verification.ts'
import { FormError } from '../layout/FormError.tsx'
import { call, request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { showVerification } from './verification.api.ts'

/** The remaining steps of a proof under way. */
export function ProofSteps({ verification: { domain, by, record } }: { verification: Verification }) {
  if (domain === null) return null
  if (!record) return <CodeForm domain={domain} />
  return by === 'dns' ? (
    <Check text={m.verification_record_text({ domain })}>
      <Fact name={m.verification_record_name()} value={record.host} />
      <Fact name={m.verification_record_value()} value={record.value} />
    </Check>
  ) : (
    <Check text={m.verification_file_text({ domain })}>
      <Fact name={m.verification_file_address()} value={`https://${domain}${VERIFICATION_FILE}`} />
      <Fact name={m.verification_file_content()} value={record.value} />
    </Check>
  )
}

const Code = z.object({ code: z.string().trim().min(1, { error: m.general_required }) })

function CodeForm({ domain }: { domain: string }) {
  const queryClient = useQueryClient()
  const form = useContractForm<{ code: string }>(Code, { defaultValues: { code: '' } })
  const submit = form.handleSubmit(async (body) => {
    const result = await request(checkVerification, { body })
    if (isFailure(result)) showFailure(form, result)
    else showVerification(queryClient, result)
  })
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <FormError form={form} />
      <p>{m.verification_code_sent({ domain })}</p>
      <Field label={m.verification_code()} error={form.formState.errors.code?.message} required>
        <TextInput {...form.register('code')} inputMode="numeric" autoComplete="one-time-code" />
      </Field>
      <div>
        <Button type="submit" loading={form.formState.isSubmitting}>
          {m.verification_confirm()}
        </Button>
      </div>
    </form>
  )
}

function Check({ text, children }: { text: string; children: ReactNode }) {
  const queryClient = useQueryClient()
  const check = useMutation({
    mutationFn: () => call(checkVerification, { body: {} }),
    onSuccess: (result) => showVerification(queryClient, result),
  })
  return (
    <div className="grid gap-4">
      <p>{text}</p>
      <dl className="grid gap-3 rounded-card border border-line p-4 text-sm">{children}</dl>
      {check.isError && <Alert tone="danger">{check.error.message}</Alert>}
      <div>
        <Button loading={check.isPending} onClick={() => check.mutate()}>
          {m.verification_check()}
        </Button>
      </div>
    </div>
  )
}

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt className="text-muted">{name}</dt>
    <dd className="select-all break-all font-mono">{value}</dd>
  </div>
)
