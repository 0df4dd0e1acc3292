import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { texts } from './texts.ts'

const specification = readFileSync(new URL('../docs/specification.md', import.meta.url), 'utf8')

test('every text of the catalogue of errors stands here letter for letter, in its own language [ROUTE-38]', () => {
  const catalogue = specification.slice(specification.indexOf('## 8.'), specification.indexOf('## 9.'))
  const quoted = [...catalogue.matchAll(/'([^'\n]{4,}?)'(?=[\s,;:.)/]|$)/gm)].map(([, text]) => text)
  expect(quoted.length).toBeGreaterThan(60)
  const known = JSON.stringify(flat(texts))
  const missing = quoted.filter((text = '') => !known.includes(text.replace(/\{.*\}/, '').trim()))
  expect(missing).toEqual([])
})

/** The texts of all groups; those with a hole are filled with nothing. */
const flat = (group: object): unknown[] =>
  Object.values(group).map((text) =>
    typeof text === 'function' ? text('') : typeof text === 'object' ? flat(text) : text,
  )
