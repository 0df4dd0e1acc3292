import type { UseFormReturn } from 'react-hook-form'
import { PAY_PERIODS } from '#contract/pay.ts'
import { payText } from '#contract/pay-text.ts'
import { CURRENCIES } from '#contract/regions.ts'
import { m } from '#contract/texts.ts'
import { Field } from '../ui/Field.tsx'
import { Select } from '../ui/Select.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { isSalaryOnly, type OfferValues, payOfValues } from './offer-values.ts'

/** The pay of an offer: one amount or a range. */
export function PayFields({ form }: { form: UseFormReturn<OfferValues> }) {
  const { errors } = form.formState
  const values = form.watch()
  return (
    <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5 sm:grid-cols-4">
      <Field label={m.offers_salary()} help={helpOf(values)} error={errors.salary?.message}>
        <TextInput inputMode="decimal" autoComplete="off" {...form.register('salary')} />
      </Field>
      <Field label={m.offers_salary_max()} help={m.offers_salary_max_help()} error={errors.payMax?.message}>
        <TextInput inputMode="decimal" autoComplete="off" {...form.register('payMax')} />
      </Field>
      <Field label={m.offers_pay_currency()} error={errors.payCurrency?.message}>
        <Select options={[...CURRENCIES]} {...form.register('payCurrency')} />
      </Field>
      <Field label={m.offers_pay_per()} error={errors.payPeriod?.message}>
        <Select
          options={PAY_PERIODS.map((period) => ({
            value: period,
            label: period === '' ? m.offers_not_stated() : m.offers_pay_period({ period }),
          }))}
          {...form.register('payPeriod')}
        />
      </Field>
    </div>
  )
}

function helpOf(values: OfferValues) {
  if (values.salary.trim() === '') return m.offers_optional()
  const pay = payOfValues(values)
  if (pay) return pay.min > pay.max ? undefined : m.offers_salary_shown({ salary: payText(pay) })
  return isSalaryOnly(values) ? m.offers_salary_none() : undefined
}
