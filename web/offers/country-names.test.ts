import { afterEach, expect, test } from 'vitest'
import { configureLocale } from '#contract/locale.ts'
import { countriesLike, countryCode, countryNames } from './country-names.ts'

afterEach(() => configureLocale(() => 'en-quoted'))

test.each([
  ['en', ['Austria', 'Germany', 'Spain', 'Sweden']],
  ['es', ['Alemania', 'Austria', 'España', 'Suecia']],
] as const)('countries are named and sorted in the language: %s', { tags: ['LANG-03'] }, (locale, sorted) => {
  configureLocale(() => locale)
  const names = [...countryNames()]
  expect(names.flatMap(([code, name]) => (['DE', 'AT', 'SE', 'ES'].includes(code) ? name : []))).toEqual(
    sorted,
  )
  // A name with an accent is not sorted to the end.
  expect(names.at(-1)?.[1]).not.toMatch(/^[ÁÅÉÖ]/)
})

test('a country is found by its name in either language, without accents, and by its code', {
  tags: ['PAY-01'],
}, () => {
  for (const text of ['Spain', 'españa', 'ESPANA', 'es']) expect(countryCode(text)).toBe('ES')
  expect(countryCode('Atlantis')).toBeUndefined()
  expect(countriesLike('espa')[0]).toBe('ES')
})
