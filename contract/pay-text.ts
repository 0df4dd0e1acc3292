import { cached, quotedNumber } from './format.ts'
import type { Pay } from './pay.ts'
import { m } from './texts.ts'

/** '30.000 – 38.000 € a year' in the present language (PAY-03). Pages, link previews and mails write it so. */
export function payText({ min, max, currency, period }: Pay): string {
  const { amount, money, isMoneyFirst } = writersOf(currency)
  const low = isMoneyFirst ? money(min) : amount(min)
  const range = min === max ? money(max) : `${low} – ${money(max)}`
  return period === '' ? range : `${range} ${m.offers_pay_period({ period })}`
}

type Writers = Record<'amount' | 'money', (value: number) => string> & { isMoneyFirst: boolean }

const writersOf = (currency: string): Writers =>
  cached(`pay in ${currency}`, (language) => (language ? localised(language, currency) : quoted(currency)))

const quoted = (currency: string): Writers => ({
  amount: quotedNumber,
  money: (value) => `${quotedNumber(value)}\u00a0${currency === 'EUR' ? '€' : currency}`,
  isMoneyFirst: false,
})

function localised(language: string, currency: string): Writers {
  const digits = { minimumFractionDigits: 0, maximumFractionDigits: 2, useGrouping: 'always' } as const
  const number = new Intl.NumberFormat(language, digits)
  const money = new Intl.NumberFormat(language, { ...digits, style: 'currency', currency })
  return {
    amount: (value) => number.format(value),
    money: (value) => money.format(value),
    isMoneyFirst: money.formatToParts(1)[0]?.type === 'currency',
  }
}
