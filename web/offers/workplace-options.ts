import { WORKPLACES } from '#contract/pay.ts'
import { m } from '#contract/texts.ts'

/** Options of a select; the first one is 'none'. */
export const workplaceOptions = (none: string) =>
  WORKPLACES.map((workplace) => ({
    value: workplace,
    label: workplace === '' ? none : m.offers_workplace({ workplace }),
  })).sort((a, b) => Number(a.value !== '') - Number(b.value !== ''))
