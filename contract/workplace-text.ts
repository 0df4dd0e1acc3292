import type { Workplace } from './pay.ts'
import { m } from './texts.ts'

/** 'Remote · ES, PT' in the present language, or '' if unknown. Pages, feeds and previews write it so. */
export function workplaceText({
  workplace,
  countries,
}: {
  workplace: Workplace
  countries: readonly string[]
}) {
  const name = workplace === '' ? '' : m.offers_workplace({ workplace })
  return [name, countries.join(', ')].filter(Boolean).join(' · ')
}
