import { useState } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { MAX_COUNTRIES } from '#contract/pay.ts'
import { m } from '#contract/texts.ts'
import { DateInput } from '../ui/DateInput.tsx'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TagInput } from '../ui/TagInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { countriesLike, countryCode, countryNames } from './country-names.ts'
import type { OfferValues } from './offer-values.ts'
import { workplaceOptions } from './workplace-options.ts'

type WorkFieldsProps = { form: UseFormReturn<OfferValues>; canClose: boolean }

/** Workplace, years of experience, and deadline. */
export function WorkFields({ form, canClose }: WorkFieldsProps) {
  const { errors } = form.formState
  const countries: { message?: string } | { message?: string }[] | undefined = errors.countries
  const refused = Array.isArray(countries) ? countries.find((one) => one?.message) : countries
  const isRemote = form.watch('workplace') === 'remote'
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={m.offers_fact_workplace()} error={errors.workplace?.message}>
          <Select options={workplaceOptions(m.offers_not_stated())} {...form.register('workplace')} />
        </Field>
        <Controller
          control={form.control}
          name="countries"
          render={({ field }) => (
            <Field
              label={m.offers_countries()}
              help={isRemote ? m.offers_countries_remote() : m.offers_optional()}
              error={refused?.message}
            >
              <CountryInput value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
            </Field>
          )}
        />
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={m.offers_min_years()} help={m.offers_optional()} error={errors.minYears?.message}>
          <TextInput inputMode="numeric" autoComplete="off" {...form.register('minYears')} />
        </Field>
        {canClose && (
          <Field
            label={m.offers_closing_date()}
            help={m.offers_closes_at_range()}
            error={errors.closesOn?.message}
          >
            <DateInput {...form.register('closesOn')} />
          </Field>
        )}
      </div>
    </>
  )
}

type CountryInputProps = { value: string[]; onChange: (codes: string[]) => void; onBlur: () => void }

/** Countries by name or code; other input is kept, for the server to refuse. */
function CountryInput({ value, onChange, onBlur }: CountryInputProps) {
  const [typed, setTyped] = useState('')
  const names = countryNames()
  const nameOf = (code: string) => names.get(code) ?? code
  const suggestions = typed.trim() === '' ? [] : countriesLike(typed).map(nameOf)
  return (
    <TagInput
      value={value.map(nameOf)}
      onChange={(tags) => onChange([...new Set(tags.map((tag) => countryCode(tag) ?? tag))])}
      onBlur={onBlur}
      onQuery={setTyped}
      suggestions={suggestions}
      max={MAX_COUNTRIES}
      maxLength={60}
    />
  )
}
