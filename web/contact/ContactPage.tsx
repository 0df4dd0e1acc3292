import { useState } from 'react'
import { SUPPORT_TICKET_CATEGORIES, sendSupportTicket } from '#contract/contact.ts'
import { PRODUCT } from '#contract/product.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { FormAlert } from '../layout/FormAlert.tsx'
import { FormError } from '../layout/FormError.tsx'
import { Page } from '../layout/Page.tsx'
import { RestoredNote } from '../layout/RestoredNote.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { useAuth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { fullName } from '../lib/format.ts'
import { useFormPersist } from '../lib/use-form-persist.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Field } from '../ui/Field.tsx'
import { Rich } from '../ui/Rich.tsx'
import { Select } from '../ui/Select.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'

type SupportTicketValues = { name: string; email: string; category: string; subject: string; message: string }

/** Loads with the first focus of a field. */
const loadSchema = async () => (await import('./support-ticket-schema.ts')).SupportTicketInput
const fetchSchema = () => void loadSchema().catch(() => undefined)

const categories = () =>
  Object.entries(SUPPORT_TICKET_CATEGORIES).map(([value, label]) => ({ value, label: label() }))

export default function ContactPage() {
  const { profile } = useAuth()
  const form = useContractForm<SupportTicketValues>(loadSchema, {
    defaultValues: emptySupportTicket(),
    values: profile && emptySupportTicket(profile),
  })
  const persisted = useFormPersist(form, 'ticket')
  const { errors, isSubmitting } = form.formState
  const [isSent, setSent] = useState(false)

  const handleSubmit = form.handleSubmit(async (values) => {
    setSent(false)
    // The schema has validated the category.
    const category = values.category as keyof typeof SUPPORT_TICKET_CATEGORIES
    const result = await request(sendSupportTicket, { body: { ...values, category } })
    if (isFailure(result)) {
      if (result.status === 0) form.setError('root', { message: m.contact_network() })
      else showFailure(form, result)
      return
    }
    persisted.clear()
    form.reset(emptySupportTicket(profile))
    setSent(true)
  })

  return (
    <Page
      title={m.layout_contact()}
      subtitle={m.contact_subtitle()}
      description={m.contact_description({ name: PRODUCT.name })}
    >
      <div className="grid gap-8 wide:grid-cols-[minmax(0,42rem)_1fr]">
        <Card padding="lg">
          <form
            onSubmit={handleSubmit}
            onFocus={fetchSchema}
            noValidate
            className="grid gap-5 sm:grid-cols-2 sm:gap-x-4"
          >
            <div className="empty:hidden sm:col-span-2">
              <RestoredNote persisted={persisted} />
            </div>
            <Field label={m.general_name()} error={errors.name?.message} required>
              <TextInput {...form.register('name')} autoComplete="name" />
            </Field>
            <Field label={m.devs_email_label()} error={errors.email?.message} required>
              <TextInput
                {...form.register('email')}
                type="email"
                autoComplete="email"
                autoCapitalize="none"
              />
            </Field>
            <Field label={m.general_category()} error={errors.category?.message} required>
              <Select
                {...form.register('category')}
                options={categories()}
                placeholder={m.general_choose_category()}
              />
            </Field>
            <Field label={m.contact_subject()} error={errors.subject?.message} required>
              <TextInput {...form.register('subject')} />
            </Field>
            <Field
              label={m.contact_message()}
              error={errors.message?.message}
              required
              className="sm:col-span-2"
            >
              <TextArea {...form.register('message')} rows={7} autoGrow />
            </Field>
            <div className="grid gap-4 sm:col-span-2 sm:justify-items-start">
              {isSent && (
                <FormAlert tone="success" heading={m.contact_sent()}>
                  {m.contact_reply()}
                </FormAlert>
              )}
              <FormError form={form} heading={m.contact_heading()} />
              <Button type="submit" size="lg" loading={isSubmitting} className="max-sm:w-full">
                {m.contact_send()}
              </Button>
            </div>
          </form>
        </Card>
        <aside className="text-muted">
          <h2 className="text-text text-xl">{m.contact_by_mail()}</h2>
          <p className="mt-3 max-w-prose">
            <Rich
              text={m.contact_write_to({ address: PRODUCT.supportEmail })}
              parts={{
                mail: (address) => (
                  <a href={`mailto:${address}`} className="text-link">
                    {address}
                  </a>
                ),
              }}
            />
          </p>
        </aside>
      </div>
    </Page>
  )
}

/** Name and email of signed-in people are prefilled and editable (decision 47). */
function emptySupportTicket(profile?: User): SupportTicketValues {
  return {
    name: profile ? fullName(profile) : '',
    email: profile?.email ?? '',
    category: '',
    subject: '',
    message: '',
  }
}
