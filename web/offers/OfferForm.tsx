import { type FormEvent, useRef } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { CONTRACT_TYPES, type ContractType, type Offer } from '#contract/offers.ts'
import { m } from '#contract/texts.ts'
import { LIMITS } from '#contract/values.ts'
import { APPLICANTS_KEY } from '../applications/applications.api.ts'
import { FormDialog } from '../layout/FormDialog.tsx'
import { useAuth } from '../lib/auth.ts'
import { useSavedForm } from '../lib/use-saved-form.ts'
import { SkillInput } from '../skills/SkillInput.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { Es } from '../ui/Es.tsx'
import { Field } from '../ui/Field.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { toast } from '../ui/toast.ts'
import { contractTypeName } from './offer-format.ts'
import {
  bodyOf,
  FIELD_NAMES,
  type OfferValues,
  TEXT_FIELDS,
  type TextField,
  valuesOf,
} from './offer-values.ts'
import { changeOffer, OFFERS_KEY, postOffer } from './offers.api.ts'
import { PayFields } from './PayFields.tsx'
import { WorkFields } from './WorkFields.tsx'

type OfferFormProps = { open: boolean; onOpenChange: (open: boolean) => void } & (
  | { mode: 'crear'; offer?: undefined }
  | { mode: 'edit'; offer: Offer }
)

/** 'Post a Job Offer' and 'Edit Offer'. Validated by the server only (decision 45). */
export default function OfferForm({ mode, offer, open, onOpenChange }: OfferFormProps) {
  const { profile } = useAuth()
  const ownCompany = profile?.role.type === 'recruiter' ? profile.role.recruiter.companyName : ''
  const asDraft = useRef(false)
  const saved = useSavedForm<OfferValues, Offer>({
    schema: z.unknown(),
    defaultValues: valuesOf(offer, ownCompany),
    draft: `offer:${offer?._id ?? 'new'}`,
    changes: [OFFERS_KEY, APPLICANTS_KEY],
    names: FIELD_NAMES,
    async send(values) {
      const { closesAt, ...body } = bodyOf(values, offer)
      if (mode === 'edit')
        return changeOffer(offer._id, { ...body, ...(closesAt !== undefined && { closesAt }) })
      const state = asDraft.current ? ({ state: 'draft' } as const) : {}
      asDraft.current = false
      return postOffer({ ...body, ...(closesAt && { closesAt }), ...state })
    },
    onSaved(stored) {
      if (stored.state === 'draft' && mode === 'crear') toast.success(m.offers_draft_saved())
      onOpenChange(false)
    },
  })
  const { form } = saved
  const { errors } = form.formState

  function submit(event: FormEvent<HTMLFormElement>) {
    if (mode === 'crear' || offer._id) {
      void saved.submit(event)
      return
    }
    event.preventDefault()
    // Only logged (ERR-44).
    console.error('An offer without an id cannot be updated')
  }

  const text = (name: TextField, label: string) => (
    <Field key={name} label={label} error={errors[name]?.message} required={name === 'position'}>
      <TextInput {...form.register(name)} />
    </Field>
  )

  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={mode === 'crear' ? m.offers_post_title() : m.offers_edit_title()}
      submitLabel={mode === 'crear' ? m.offers_post() : m.general_save_changes()}
      alert={<Es>{mode === 'crear' ? m.offers_create_alert() : m.offers_update_alert()}</Es>}
      onlyByButton
      size="lg"
      second={
        mode === 'crear'
          ? { label: m.offers_save_draft(), onPick: () => (asDraft.current = true) }
          : undefined
      }
      saved={{ ...saved, submit }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        {TEXT_FIELDS.map(([name, label]) => text(name, label()))}
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
      <PayFields form={form} />
      <WorkFields form={form} canClose={mode === 'crear' || offer.state === 'draft'} />
      {text('language', m.devs_language())}
      <Controller
        control={form.control}
        name="skills"
        render={({ field }) => (
          <Field label={m.general_skills()} help={m.general_at_most_skills()} error={errors.skills?.message}>
            <SkillInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
          </Field>
        )}
      />
      <Field
        label={m.general_description()}
        help={m.general_markdown_help()}
        error={errors.description?.message}
      >
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
      <legend className="mb-1 font-medium text-sm">{m.offers_contract_type_label()}</legend>
      <div className="grid grid-cols-2 gap-x-6 gap-y-1 sm:flex sm:flex-wrap">
        {CONTRACT_TYPES.map((type) => (
          <Checkbox
            key={type}
            label={contractTypeName(type)}
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
