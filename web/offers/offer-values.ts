import { CONTRACT_TYPES, type Offer, type OfferChange } from '#contract/offers.ts'
import type { Pay, PayPeriod, Workplace } from '#contract/pay.ts'
import { m } from '#contract/texts.ts'
import { parseAmount, parseSalary } from './salary.ts'

/** The fields of one line at the top of the form, with their labels. */
export const TEXT_FIELDS = [
  ['position', m.offers_position],
  ['role', m.offers_role],
  ['company', m.offers_company],
  ['location', m.general_location],
] as const

export type TextField = (typeof TEXT_FIELDS)[number][0] | 'language'

/** The fields of the form of an offer. */
export type OfferValues = Record<TextField, string> & {
  contractType: string[]
  /** The minimum pay, or the only amount without `payMax`. */
  salary: string
  payMax: string
  payCurrency: string
  payPeriod: PayPeriod
  workplace: Workplace
  /** Codes; other input is kept as typed. */
  countries: string[]
  minYears: string
  /** 'YYYY-MM-DD'; of new offers and drafts. */
  closesOn: string
  skills: string[]
  description: string
}

/** Names in the form for keys of the body. */
export const FIELD_NAMES = {
  pay: 'salary',
  'pay.min': 'salary',
  'pay.max': 'payMax',
  'pay.currency': 'payCurrency',
  'pay.period': 'payPeriod',
  closesAt: 'closesOn',
} as const satisfies Record<string, keyof OfferValues>

export const valuesOf = (offer: Offer | undefined, ownCompany: string): OfferValues => ({
  ...textsOf(offer),
  company: offer?.company ?? ownCompany,
  contractType: offer?.contractType ?? [],
  salary: offer?.pay == null ? '' : String(offer.pay.min),
  payMax: offer?.pay == null || offer.pay.max === offer.pay.min ? '' : String(offer.pay.max),
  payCurrency: offer?.pay?.currency ?? 'EUR',
  payPeriod: offer?.pay?.period ?? '',
  workplace: offer?.workplace ?? '',
  countries: offer?.countries ?? [],
  minYears: offer?.minYears == null ? '' : String(offer.minYears),
  closesOn: offer?.state === 'draft' ? dayOf(offer.closesAt) : '',
  skills: offer?.skills ?? [],
  language: offer?.language ?? '',
  description: offer?.description ?? '',
})

function textsOf(offer: Offer | undefined) {
  const texts = TEXT_FIELDS.map(([name]): [string, string] => [name, offer?.[name] ?? ''])
  return Object.fromEntries(texts) as Record<TextField, string> // of these keys
}

/** The request. Unreadable input is sent as typed: the server refuses it, with an error at its field. */
export function bodyOf(values: OfferValues, offer?: Offer) {
  const { salary, payMax, payCurrency, payPeriod, closesOn, minYears, ...others } = values
  return {
    ...others,
    ...payBody(values),
    contractType: CONTRACT_TYPES.filter((type) => others.contractType.includes(type)),
    minYears: minYears.trim() === '' ? null : asTyped(Number(minYears.trim()), minYears),
    ...closingBody(closesOn, offer),
  }
}

/** The end of the chosen day; the default span without one. Sent only if changed. */
function closingBody(closesOn: string, offer: Offer | undefined): Pick<OfferChange, 'closesAt'> {
  if (offer && (offer.state !== 'draft' || closesOn === dayOf(offer.closesAt))) return {}
  if (closesOn !== '') return { closesAt: endOf(closesOn) }
  return offer ? { closesAt: null } : {}
}

/** A preview of the pay, or null for unreadable input. */
export function payOfValues({ salary, payMax, payCurrency, payPeriod }: OfferValues): Pay | null {
  const min = parseAmount(salary)
  const max = payMax.trim() === '' ? min : parseAmount(payMax)
  return min === null || max === null ? null : { min, max, currency: payCurrency, period: payPeriod }
}

/** Whole euros of an unknown period are a `salary` (PAY-02), for which anything but a number is none (decision 31). */
export const isSalaryOnly = ({ salary, payMax, payCurrency, payPeriod }: OfferValues) =>
  payMax.trim() === '' &&
  payCurrency === 'EUR' &&
  payPeriod === '' &&
  Number.isInteger(parseAmount(salary) ?? 0)

function payBody(values: OfferValues): Pick<OfferChange, 'pay' | 'salary'> {
  const { salary, payMax, payCurrency, payPeriod } = values
  if (isSalaryOnly(values)) return { salary: parseSalary(salary) }
  if (salary.trim() === '' && payMax.trim() === '') return { pay: null }
  const min = asTyped(parseAmount(salary), salary)
  const max = payMax.trim() === '' ? min : asTyped(parseAmount(payMax), payMax)
  return { pay: { min, max, currency: payCurrency, period: payPeriod } }
}

const asTyped = (value: number | null, typed: string) =>
  value === null || Number.isNaN(value) ? (typed as unknown as number) : value

/** The local day of a time. */
function dayOf(time: string): string {
  const date = new Date(time)
  const [month, day] = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0'))
  return `${date.getFullYear()}-${month}-${day}`
}

/** The end of a local day. */
function endOf(day: string): string {
  const end = new Date(`${day}T23:59:59`)
  return Number.isNaN(end.getTime()) ? day : end.toISOString()
}
