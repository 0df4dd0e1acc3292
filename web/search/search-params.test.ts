import { expect, test } from 'vitest'
import { readSearch, startOf, writeSearch } from './search-params.ts'

test('a search is stored in the URL and restored from it', { tags: 'HOME-01' }, () => {
  const search = { q: 'go & málaga', kind: 'offers', sort: 'oldest', span: 'week', contract: 'Temp' } as const
  expect(readSearch(writeSearch(search))).toEqual(search)
  expect(writeSearch({ q: 'x', kind: 'projects', sort: 'latest' }).toString()).toBe('in=projects&q=x')
})

test('date filters are for offers and projects, contract filters for offers only', {
  tags: ['HOME-06', 'HOME-08'],
}, () => {
  const written = new URLSearchParams('q=x&from=week&contract=Temp')
  expect(readSearch(written)).toEqual({ q: 'x', kind: 'projects', sort: 'latest', span: 'week' })
  written.set('in', 'developers')
  expect(readSearch(written)).toEqual({ q: 'x', kind: 'developers', sort: 'latest' })
})

test('invalid values in the address yield the defaults', () => {
  const strange = new URLSearchParams('q= x &in=secrets&sort=random&from=ever&contract=Forever')
  expect(readSearch(strange)).toEqual({ q: 'x', kind: 'projects', sort: 'latest', span: undefined })
})

test('a period begins at the last midnight, or 7, 30, 365 days ago', { tags: 'HOME-07' }, () => {
  const now = new Date(2026, 2, 15, 13, 30)
  expect(startOf('today', now)).toBe(new Date(2026, 2, 15).toISOString())
  for (const [span, days] of [
    ['week', 7],
    ['month', 30],
    ['year', 365],
  ] as const) {
    expect(Date.parse(startOf(span, now))).toBe(now.getTime() - days * 86_400_000)
  }
})
