import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { m } from './texts.ts'

const requirements = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8')

test('the catalogue contains every quoted error text letter for letter', { tags: 'ROUTE-38' }, () => {
  const catalogue = requirements.slice(requirements.indexOf('## ERR'), requirements.indexOf('## CONST'))
  const quoted = [...catalogue.matchAll(/'([^'\n]{4,}?)'(?=[\s,;:.)/]|$)/gm)].map(([, text]) => text)
  expect(quoted.length).toBeGreaterThan(60)
  const known = Object.values(m)
    .map((message) => message(NO_INPUTS as never))
    .join('\n')
  const missing = quoted.filter((text = '') => !known.includes(text.replace(/\{.*\}/, '').trim()))
  expect(missing).toEqual([])
})

test('plurals follow the rules of a language, which are constructed once', () => {
  const texts = () => [0, 1, 2].map((count) => m.offers_applicants({ count, shown: count }, { locale: 'en' }))
  const expected = ['0 applicants', '1 applicant', '2 applicants']
  expect(texts()).toEqual(expected)
  const rules = vi.spyOn(Intl, 'PluralRules')
  expect(texts()).toEqual(expected)
  expect(rules).not.toHaveBeenCalled()
})

/** Parameters left empty. */
const NO_INPUTS = new Proxy({}, { get: () => '' })
