import { type RawBuilder, sql } from 'kysely'
import type { OfferChange, OfferFilters } from '#contract/offers.ts'
import { type Pay, payOfSalary, salaryOfPay, yearMax } from '#contract/pay.ts'
import { mapping, textList } from '../lib/mapping.ts'
import type { Tables } from '../lib/tables.ts'

/** Workplace and years of experience. Not in `offerMapping`: these few bytes do not count for the quota. */
export const workMapping = mapping('offers', {
  workplace: 'workplace',
  countries: textList('countries'),
  minYears: 'min_years',
})

const PAY_COLUMNS = ['pay_min_cents', 'pay_max_cents', 'pay_currency', 'pay_period'] as const

/** For `returning`. */
export const workColumns = [...PAY_COLUMNS, 'pay_year_max', ...workMapping.columns] as const
/** For joins. */
export const workSelect = [
  'offers.pay_min_cents',
  'offers.pay_max_cents',
  'offers.pay_currency',
  'offers.pay_period',
  ...workMapping.select,
] as const

type PayRow = Pick<Tables['offers'], (typeof PAY_COLUMNS)[number] | 'salary'>

/** The pay of an offer; a stored salary alone is a pay of an unknown period (PAY-02). */
export function payOf({
  pay_min_cents,
  pay_max_cents,
  pay_currency,
  pay_period,
  salary,
}: PayRow): Pay | null {
  if (pay_currency === null) return payOfSalary(salary)
  return {
    min: (pay_min_cents ?? 0) / 100,
    max: (pay_max_cents ?? 0) / 100,
    currency: pay_currency,
    period: pay_period ?? '',
  }
}

/** The columns of a change; `pay` wins over `salary`, and each sets the other (PAY-02). */
export function writeWork({ pay, salary, ...change }: OfferChange) {
  return {
    ...workMapping.write(change),
    ...(pay !== undefined ? payColumns(pay) : salary !== undefined && NO_PAY),
  }
}

const NO_PAY = {
  pay_min_cents: null,
  pay_max_cents: null,
  pay_currency: null,
  pay_period: null,
  pay_year_max: null,
}

const payColumns = (pay: Pay | null) =>
  pay === null
    ? { ...NO_PAY, salary: null }
    : {
        pay_min_cents: Math.round(pay.min * 100),
        pay_max_cents: Math.round(pay.max * 100),
        pay_currency: pay.currency,
        pay_period: pay.period,
        pay_year_max: yearMax(pay),
        salary: salaryOfPay(pay),
      }

/** The country key of remote offers that name none. */
export const EVERYWHERE = '*'

/** The keys of an offer in the index by workplace and country. */
export const locationKeysOf = ({
  workplace = '',
  countries = [],
}: {
  workplace?: string | undefined
  countries?: readonly string[] | undefined
}): string[] => [
  ...(workplace === '' ? [] : [workplace]),
  ...(workplace === 'remote' && countries.length === 0 ? [EVERYWHERE] : countries),
]

export type WorkFilters = Pick<OfferFilters, 'workplace' | 'country' | 'payFrom' | 'payCurrency' | 'minYears'>

/** Range filters, whose columns are all in the index of open offers (PAY-04). */
export const rangeConditions = ({ payFrom, payCurrency, minYears }: WorkFilters): RawBuilder<boolean>[] => [
  ...(payFrom === null
    ? []
    : [sql<boolean>`offers.pay_currency = ${payCurrency} and offers.pay_year_max >= ${payFrom}`]),
  ...(minYears === null ? [] : [sql<boolean>`(offers.min_years is null or offers.min_years <= ${minYears})`]),
]

/** All of these filters as conditions on the row itself. */
export const workConditions = (filters: WorkFilters): RawBuilder<boolean>[] => [
  ...(filters.workplace === '' ? [] : [sql<boolean>`offers.workplace = ${filters.workplace}`]),
  ...(filters.country === ''
    ? []
    : [
        sql<boolean>`(offers.countries like ${`%"${filters.country.replaceAll(/[^A-Z]/g, '')}"%`}
          or (offers.workplace = 'remote' and offers.countries = '[]'))`,
      ]),
  ...rangeConditions(filters),
]
