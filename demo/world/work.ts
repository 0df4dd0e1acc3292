import type { Offer } from '#contract/offers.ts'
import type { OfferSeed } from '../content/offer-seed.ts'

export type Work = Pick<Offer, 'pay' | 'workplace' | 'countries' | 'minYears'>

/** Pay, workplace and years of experience of an offer: from its seed, or derived from location, salary and level. */
export const workOf = (seed: OfferSeed): Work => ({
  pay: seed.pay ?? payOf(seed),
  workplace: workplaceOf(seed.location),
  countries: countriesOf(seed.location),
  minYears: YEARS[seed.level],
})

const YEARS: Record<OfferSeed['level'], number | null> = { intern: null, junior: 1, mid: 3, senior: 5 }
/** Euros above and below the salary. */
const SPREAD: Record<OfferSeed['level'], number> = { intern: 0, junior: 2000, mid: 3000, senior: 5000 }
const MONTHS = 12

function payOf({ salary, level }: OfferSeed): Work['pay'] {
  if (salary === null) return null
  if (level === 'intern') {
    const monthly = Math.round(salary / MONTHS / 50) * 50
    return { min: monthly, max: monthly, currency: 'EUR', period: 'month' }
  }
  const spread = SPREAD[level]
  return { min: salary - spread, max: salary + spread, currency: 'EUR', period: 'year' }
}

function workplaceOf(location: string): Work['workplace'] {
  if (location.endsWith('(hybrid)')) return 'hybrid'
  return /\bremote\b/i.test(location) ? 'remote' : 'onsite'
}

const LATIN_AMERICA = ['AR', 'BO', 'CL', 'CO', 'CR', 'EC', 'MX', 'PE', 'PY', 'UY']
const COUNTRIES: Record<string, string[]> = {
  Spain: ['ES'],
  Argentina: ['AR'],
  Chile: ['CL'],
  Colombia: ['CO'],
  Ecuador: ['EC'],
  Mexico: ['MX'],
  Peru: ['PE'],
  Uruguay: ['UY'],
  'Latin America': LATIN_AMERICA,
  '(Americas': ['US', 'CA', ...LATIN_AMERICA],
  'UTC-3': ['AR', 'BO', 'CL', 'PY', 'UY'],
}

const countriesOf = (location: string): string[] =>
  Object.entries(COUNTRIES).flatMap(([name, codes]) => (location.includes(name) ? codes : []))
