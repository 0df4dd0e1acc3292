import { expect, test } from 'vitest'
import { languageShares } from './language-shares.ts'

test('shares have one decimal, the largest language first', { tags: 'PROJD-16' }, () => {
  expect(
    languageShares({ CSS: 1, TypeScript: 8, HTML: 3 }).map(({ name, percent }) => [name, percent]),
  ).toEqual([
    ['TypeScript', '66.7%'],
    ['HTML', '25.0%'],
    ['CSS', '8.3%'],
  ])
})

test.each([[{}], [{ Makefile: 0 }]])('%j is no language data', { tags: 'PROJD-17' }, (languages) => {
  expect(languageShares(languages)).toEqual([])
})
