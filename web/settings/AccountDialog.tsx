import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { z } from 'zod'
import { updateSettings } from '#contract/settings.ts'
import { m } from '#contract/texts.ts'
import type { User } from '#contract/users.ts'
import { birthDate, name, optionalName, phone } from '#contract/values.ts'
import { FormError } from '../layout/FormError.tsx'
import { RestoredNote } from '../layout/RestoredNote.tsx'
import { request } from '../lib/api.ts'
import { isFailure } from '../lib/api-failure.ts'
import { auth } from '../lib/auth.ts'
import { showFailure, useContractForm } from '../lib/form.ts'
import { birthDateToSend } from '../lib/format.ts'
import { useFormPersist } from '../lib/use-form-persist.ts'
import { Button } from '../ui/Button.tsx'
import { DateInput } from '../ui/DateInput.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Field } from '../ui/Field.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { settingsQuery } from './settings.api.ts'

const Account = z.object({
  name: name(m.auth_name_required),
  surname: name(m.auth_surname_required),
  location: optionalName(),
  phone: phone(8, m.people_phone_8),
  birthDate: birthDate(),
})

/** `birthDate` is shown as YYYY-MM-DD (VAL-102). */
type AccountValues = { name: string; surname: string; location: string; phone: string; birthDate: string }

type AccountDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export default function AccountDialog({ open, onOpenChange }: AccountDialogProps) {
  const settings = useQuery(settingsQuery())
  const user = settings.data
  const form = useContractForm<AccountValues>(Account, {
    defaultValues: { name: '', surname: '', location: '', phone: '', birthDate: '' },
    values: user && valuesOf(user),
  })
  const { errors, isSubmitting } = form.formState
  const persisted = useFormPersist(form, 'account')
  const queryClient = useQueryClient()
  const formId = useId()

  const handleSubmit = form.handleSubmit(async (input) => {
    if (!user) return
    const result = await request(updateSettings, { body: changed(user, input) })
    if (isFailure(result)) {
      return showFailure(form, result, {
        'role.developer.location': 'location',
        'role.recruiter.location': 'location',
      })
    }
    persisted.clear()
    auth.setProfile(result.user)
    void queryClient.invalidateQueries()
    toast.success(result.message || m.settings_updated())
    onOpenChange(false)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={m.settings_account()}
      footer={
        <>
          <Button
            variant="outline"
            onClick={() => {
              persisted.clear()
              onOpenChange(false)
            }}
          >
            {m.general_cancel()}
          </Button>
          <Button type="submit" form={formId} disabled={!user} loading={isSubmitting}>
            {m.general_save()}
          </Button>
        </>
      }
    >
      {settings.isError ? (
        <ErrorState compact message={settings.error.message} onRetry={() => void settings.refetch()} />
      ) : !user ? (
        <div className="grid min-h-64 place-items-center">
          <Spinner />
        </div>
      ) : (
        <form id={formId} onSubmit={handleSubmit} noValidate className="grid gap-5 sm:grid-cols-2 sm:gap-4">
          <div className="empty:hidden sm:col-span-2">
            <RestoredNote persisted={persisted} />
            <FormError form={form} />
          </div>
          <Field label={m.general_name()} error={errors.name?.message} required>
            <TextInput {...form.register('name')} autoComplete="given-name" />
          </Field>
          <Field label={m.general_surname()} error={errors.surname?.message} required>
            <TextInput {...form.register('surname')} autoComplete="family-name" />
          </Field>
          <Field label={m.general_location()} error={errors.location?.message} className="sm:col-span-2">
            <TextInput {...form.register('location')} autoComplete="address-level2" />
          </Field>
          <Field label={m.general_phone()} error={errors.phone?.message}>
            <TextInput {...form.register('phone')} type="tel" autoComplete="tel" />
          </Field>
          <Field label={m.settings_birth_date()} error={errors.birthDate?.message}>
            <DateInput {...form.register('birthDate')} min="1900-01-01" autoComplete="bday" />
          </Field>
        </form>
      )}
    </Dialog>
  )
}

function valuesOf(user: User): AccountValues {
  const { name, surname, phone, birthDate, role } = user
  const { location } = role.type === 'developer' ? role.developer : role.recruiter
  return { name, surname, phone, birthDate: birthDate ?? '', location }
}

/** The full profile with the changes of the form (API l. 224). */
function changed(user: User, { location, birthDate, ...rest }: AccountValues) {
  const { role } = user
  return {
    ...user,
    ...rest,
    birthDate: birthDateToSend(birthDate),
    role:
      role.type === 'developer'
        ? { ...role, developer: { ...role.developer, location } }
        : { ...role, recruiter: { ...role.recruiter, location } },
  }
}
