import type { FormEvent } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { CONTRACT_TYPES, type ContractType, type Offer } from '#contract/offers.ts'
import { texts } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useAuth } from '../lib/auth.ts'
import { formatEuros } from '../lib/format.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Es } from '../ui/Es.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { changeOffer, OFFERS_KEY, postOffer } from './offers.api.ts'
import { parseSalary } from './salary.ts'

type OfferFormProps = { open: boolean; onOpenChange: (open: boolean) => void } & (
  | { mode: 'crear'; offer?: undefined }
  | { mode: 'edit'; offer: Offer }
)

type Values = {
  position: string
  role: string
  company: string
  location: string
  contractType: string[]
  salary: string
  skills: string[]
  language: string
  description: string
}

/** 'Post a Job Offer' and 'Edit Offer'. The form itself refuses nothing: the server does (decision 45). */
export default function OfferForm({ mode, offer, open, onOpenChange }: OfferFormProps) {
  const { profile } = useAuth()
  const ownCompany = profile?.role.type === 'recruiter' ? profile.role.recruiter.companyName : ''
  const saved = useSavedForm<Values, Offer>({
    schema: z.unknown(),
    defaultValues: valuesOf(offer, ownCompany),
    draft: `offer:${offer?._id ?? 'new'}`,
    changes: [OFFERS_KEY],
    send(values) {
      const body = {
        ...values,
        contractType: CONTRACT_TYPES.filter((type) => values.contractType.includes(type)),
        salary: parseSalary(values.salary),
      }
      return mode === 'crear' ? postOffer(body) : changeOffer(offer._id, body)
    },
    onSaved: () => onOpenChange(false),
  })
  const { form } = saved
  const { errors } = form.formState

  function submit(event: FormEvent<HTMLFormElement>) {
    if (mode === 'crear' || offer._id) {
      void saved.submit(event)
      return
    }
    event.preventDefault()
    // "update without id only logs" (SPEC 8)
    console.error('An offer without an id cannot be updated')
  }

  const text = (name: 'position' | 'role' | 'company' | 'location' | 'language', label: string) => (
    <Field label={label} error={errors[name]?.message} required={name === 'position'}>
      <TextInput {...form.register(name)} />
    </Field>
  )

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={mode === 'crear' ? 'Post a Job Offer' : 'Edit Offer'}
      submitLabel={mode === 'crear' ? 'Post offer' : 'Save changes'}
      alert={<Es>{mode === 'crear' ? texts.offers.createAlert : texts.offers.updateAlert}</Es>}
      size="lg"
      saved={{ ...saved, submit }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {text('position', 'Position')}
        {text('role', 'Role')}
        {text('company', 'Company')}
        {text('location', 'Location')}
      </div>
      <Controller
        control={form.control}
        name="contractType"
        render={({ field }) => (
          <ContractTypeField
            value={field.value}
            onChange={field.onChange}
            error={errors.contractType?.message}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Salary" help={salaryHelp(form.watch('salary'))} error={errors.salary?.message}>
          <TextInput inputMode="decimal" autoComplete="off" {...form.register('salary')} />
        </Field>
        {text('language', 'Language')}
      </div>
      <Controller
        control={form.control}
        name="skills"
        render={({ field }) => (
          <Field label="Skills" help="At most 10." error={errors.skills?.message}>
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <Field label="Description" error={errors.description?.message}>
        <TextArea
          rows={8}
          autoGrow
          counterMax={LIMITS.description}
          {...form.register('description')}
          value={form.watch('description')}
        />
      </Field>
    </FormDialog>
  )
}

type ContractTypeFieldProps = {
  value: string[]
  onChange: (types: ContractType[]) => void
  error: string | undefined
}

function ContractTypeField({ value, onChange, error }: ContractTypeFieldProps) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">Contract type</legend>
      <div className="grid grid-cols-2 gap-x-6 gap-y-1 sm:flex sm:flex-wrap">
        {CONTRACT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={type}
            checked={value.includes(type)}
            onChange={(event) =>
              onChange(
                CONTRACT_TYPES.filter((one) => (one === type ? event.target.checked : value.includes(one))),
              )
            }
          />
        ))}
      </div>
      {error && <p className="text-danger text-sm">{error}</p>}
    </fieldset>
  )
}

function salaryHelp(typed: string) {
  if (typed.trim() === '') return 'Optional, in euros.'
  const salary = parseSalary(typed)
  return salary === null ? 'Not a number: no salary will be shown.' : `Shown as ${formatEuros(salary)}`
}

const valuesOf = (offer: Offer | undefined, ownCompany: string): Values => ({
  position: offer?.position ?? '',
  role: offer?.role ?? '',
  company: offer?.company ?? ownCompany,
  location: offer?.location ?? '',
  contractType: offer?.contractType ?? [],
  salary: offer?.salary == null ? '' : String(offer.salary),
  skills: offer?.skills ?? [],
  language: offer?.language ?? '',
  description: offer?.description ?? '',
})
