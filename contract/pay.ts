import { z } from 'zod'
import { single } from './lists.ts'
import { COUNTRIES, CURRENCIES } from './regions.ts'
import { m } from './texts.ts'

export const PAY_PERIODS = ['year', 'month', 'day', 'hour', ''] as const
export type PayPeriod = (typeof PAY_PERIODS)[number]

export const WORKPLACES = ['onsite', 'hybrid', 'remote', ''] as const
export type Workplace = (typeof WORKPLACES)[number]

export const MAX_PAY = 10_000_000
export const MAX_COUNTRIES = 20
export const MAX_YEARS = 50

/** The pay of an offer; the period is '' when unknown (PAY-01). */
export const Pay = z
  .object({ min: z.number(), max: z.number(), currency: z.string(), period: z.enum(PAY_PERIODS) })
  .meta({ id: 'Pay' })
export type Pay = z.infer<typeof Pay>

/** Periods per year (PAY-04). */
const TIMES_A_YEAR: Record<PayPeriod, number | null> = { year: 1, month: 12, day: 220, hour: 1760, '': null }

/** The maximum yearly pay in whole units; null where the period is unknown. */
export function yearMax({ max, period }: Pay): number | null {
  const times = TIMES_A_YEAR[period]
  return times === null ? null : Math.min(Math.round(max * times), 2_000_000_000)
}

/** `salary` of a pay: its rounded middle in euros (PAY-02). */
export const salaryOfPay = (pay: Pay | null): number | null =>
  pay?.currency === 'EUR' ? Math.round((pay.min + pay.max) / 2) : null

/** The pay of an offer with only a stored `salary` (PAY-02). */
export const payOfSalary = (salary: number | null): Pay | null =>
  salary === null ? null : { min: salary, max: salary, currency: 'EUR', period: '' }

const amount = () =>
  z
    .union([z.number(), z.string().trim().min(1)], { error: m.general_invalid })
    .transform((given, context) => {
      const value = Math.round(Number(given) * 100) / 100
      if (Number.isFinite(value) && value >= 0 && value <= MAX_PAY) return value
      context.addIssue({ code: 'custom', message: m.general_invalid() })
      return z.NEVER
    })

/** A currency code in any case; the output is in capitals. */
const code = (known: ReadonlySet<string>) =>
  z
    .string({ error: m.general_invalid })
    .transform((given) => given.trim().toUpperCase())
    .refine((given) => known.has(given), { error: m.general_invalid })

const payInput = () =>
  z
    .object(
      {
        min: amount(),
        max: amount(),
        currency: code(CURRENCIES),
        period: z.enum(PAY_PERIODS, { error: m.general_invalid }).optional().default(''),
      },
      { error: m.general_invalid },
    )
    .refine(({ min, max }) => min <= max, { path: ['max'], error: m.offers_pay_range })
    .nullable()

/** The fields of pay and workplace in the body of an offer (PAY-01). */
export const payFields = {
  pay: payInput().optional(),
  workplace: z.enum(WORKPLACES, { error: m.general_invalid }).optional(),
  countries: z
    .array(code(COUNTRIES), { error: m.general_invalid })
    .max(MAX_COUNTRIES, { error: m.general_invalid })
    .nullable()
    .transform((given) => [...new Set(given ?? [])])
    .optional(),
  minYears: z
    .number({ error: m.general_invalid })
    .int({ error: m.general_invalid })
    .min(0, { error: m.general_invalid })
    .max(MAX_YEARS, { error: m.general_invalid })
    .nullable()
    .optional(),
}

/** The same in responses. */
export const shownPay = {
  pay: Pay.nullable(),
  workplace: z.enum(WORKPLACES),
  countries: z.array(z.string()),
  minYears: z.number().int().nullable(),
}

/** A whole number in a query; absent or unreadable is null, out of range the nearest allowed (decision 29). */
const number = (max: number) =>
  z.preprocess((value) => {
    const given = single(value)
    const text = typeof given === 'number' ? String(given) : typeof given === 'string' ? given.trim() : ''
    return /^\d{1,12}(\.\d+)?$/.test(text) ? Math.min(Number(text), max) : null
  }, z.number().nullable().optional().default(null))

const upper = (fallback: string) =>
  z.preprocess((value) => {
    const given = single(value)
    return typeof given === 'string' && given.trim() !== '' ? given.trim().toUpperCase() : fallback
  }, z.string().optional().default(fallback))

/** Filters of lists (PAY-04): `payFrom` is a year's amount in `payCurrency`. */
export const payFilters = {
  workplace: z.preprocess(
    (value) => (typeof single(value) === 'string' ? String(single(value)).trim().toLowerCase() : ''),
    z.string().optional().default(''),
  ),
  country: upper(''),
  payFrom: number(1_000_000_000),
  payCurrency: upper('EUR'),
  minYears: number(MAX_YEARS),
}
