import { expect, test } from 'vitest'
import { NO_OFFER_FILTERS, OFFER_PARAMS } from './offer-params.ts'

const read = (query: string) => OFFER_PARAMS.read(new URLSearchParams(query))

test.each([
  ['', { contractType: '', skills: [], sort: 'latest', page: 1 }],
  [
    'contractType=Freelance&skills=Go,C%23&sort=oldest&page=3',
    { contractType: 'Freelance', skills: ['Go', 'C#'], sort: 'oldest', page: 3 },
  ],
  [
    'contractType=Forever&skills=,%20,&sort=up&page=-1',
    { contractType: '', skills: [], sort: 'latest', page: 1 },
  ],
  [
    'workplace=remote&country=es&payFrom=30000&payCurrency=usd&minYears=0',
    {
      contractType: '',
      skills: [],
      sort: 'latest',
      page: 1,
      workplace: 'remote',
      country: 'ES',
      payFrom: 30000,
      payCurrency: 'USD',
      minYears: 0,
    },
  ],
  [
    'workplace=moon&country=Spain&payFrom=lots&payCurrency=USD&minYears=-1',
    { contractType: '', skills: [], sort: 'latest', page: 1 },
  ],
  ['page=1.5', { contractType: '', skills: [], sort: 'latest', page: 1 }],
])('the URL %j is parsed as %j', { tags: ['OFF-04', 'OFF-05', 'OFF-06', 'OFF-07'] }, (query, filters) => {
  expect(read(query)).toEqual(filters)
})

test('defaults are left out of the URL, and other parameters stay', () => {
  const before = new URLSearchParams('tab=applied&page=4&sort=oldest')
  const filters = { contractType: 'Freelance', skills: ['C#', 'Go'], sort: 'latest' as const, page: 1 }
  const after = OFFER_PARAMS.write(before, filters)
  expect(after.toString()).toBe('tab=applied&contractType=Freelance&skills=C%23%2CGo')
  expect(OFFER_PARAMS.read(after)).toEqual(filters)
})

test('filters of pay and location go into the URL and back', { tags: 'PAY-04' }, () => {
  const filters = {
    contractType: '',
    skills: [],
    sort: 'latest' as const,
    page: 1,
    workplace: 'hybrid' as const,
    country: 'ES',
    payFrom: 25_000,
    payCurrency: 'USD',
    minYears: 0,
  }
  const search = OFFER_PARAMS.write(new URLSearchParams(), filters)
  expect(search.toString()).toBe('workplace=hybrid&country=ES&payFrom=25000&payCurrency=USD&minYears=0')
  expect(OFFER_PARAMS.read(search)).toEqual(filters)
  expect(OFFER_PARAMS.write(search, { ...filters, ...NO_OFFER_FILTERS }).toString()).toBe('')
})
