import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

/** Parameters left empty. */
const NO_INPUTS = new Proxy({}, { get: () => '' })
