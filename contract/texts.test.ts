import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts } from './texts.ts'

const requirements = readFileSync(new URL('../docs/requirements.md', import.meta.url), 'utf8')

test('the catalogue contains every quoted error text letter for letter', { tags: 'ROUTE-38' }, () => {
  const catalogue = requirements.slice(requirements.indexOf('## ERR'), requirements.indexOf('## CONST'))
  const quoted = [...catalogue.matchAll(/'([^'\n]{4,}?)'(?=[\s,;:.)/]|$)/gm)].map(([, text]) => text)
  expect(quoted.length).toBeGreaterThan(60)
  const known = JSON.stringify(flat(texts))
  const missing = quoted.filter((text = '') => !known.includes(text.replace(/\{.*\}/, '').trim()))
  expect(missing).toEqual([])
})

/** All texts of all groups, parameters left empty. */
const flat = (group: object): unknown[] =>
  Object.values(group).map((text) =>
    typeof text === 'function' ? text('') : typeof text === 'object' ? flat(text) : text,
  )
