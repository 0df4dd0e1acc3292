import { describe, expect, test } from 'vitest'
import {
  createOffer,
  listAppliedOffers,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  searchOffers,
  updateOffer,
} from '#contract/offers.ts'
import { setOfferState } from '#contract/own-offers.ts'
import { buildApplication, buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { startServer } from '../test/server.ts'

const server = await startServer()
const YEAR = { min: 30_000, max: 38_000, currency: 'EUR', period: 'year' } as const

const post = async (as: Person, body: Record<string, unknown> = {}) =>
  (await server.call(createOffer, { as, body: { position: 'Halyard keeper', ...body } })).body

describe('pay', () => {
  const recruiter = buildRecruiter(server)

  test('is stored as a range, in capitals, with cents', { tags: ['PAY-01', 'PAY-02'] }, async () => {
    const offer = await post(await recruiter, {
      pay: { min: '12.5', max: 14.256, currency: 'eur', period: 'hour' },
      salary: 99,
      workplace: 'remote',
      countries: ['es', 'PT', 'ES'],
      minYears: 3,
    })
    expect(offer).toMatchObject({
      pay: { min: 12.5, max: 14.26, currency: 'EUR', period: 'hour' },
      salary: 13,
      workplace: 'remote',
      countries: ['ES', 'PT'],
      minYears: 3,
    })
  })

  test('and salary are kept in sync', { tags: 'PAY-02' }, async () => {
    const as = await recruiter
    const { _id } = await post(as, { pay: YEAR })
    const change = async (body: Record<string, unknown>) => {
      const { pay, salary } = (await server.call(updateOffer, { as, params: { id: _id }, body })).body
      return { pay, salary }
    }
    expect(await change({ position: 'Ropewalk keeper' })).toEqual({ pay: YEAR, salary: 34_000 })
    expect(await change({ pay: { ...YEAR, currency: 'USD' } })).toEqual({
      pay: { ...YEAR, currency: 'USD' },
      salary: null,
    })
    expect(await change({ salary: 41_000 })).toEqual({
      pay: { min: 41_000, max: 41_000, currency: 'EUR', period: '' },
      salary: 41_000,
    })
    expect(await change({ pay: null })).toEqual({ pay: null, salary: null })
  })

  test.each([
    ['pay.max', { pay: { ...YEAR, max: 1 } }],
    ['pay.min', { pay: { ...YEAR, min: -1 } }],
    ['pay.max', { pay: { ...YEAR, max: 10_000_001 } }],
    ['pay.currency', { pay: { ...YEAR, currency: 'XYZ' } }],
    ['pay.period', { pay: { ...YEAR, period: 'week' } }],
    ['workplace', { workplace: 'moon' }],
    ['countries.0', { countries: ['XX'] }],
    ['countries', { countries: Array.from({ length: 21 }, () => 'ES') }],
    ['minYears', { minYears: 51 }],
  ])('an invalid %s is refused', { tags: 'PAY-01' }, async (field, body) => {
    const refused = await server.refusal(createOffer, {
      as: await recruiter,
      body: { position: 'X', ...body },
    })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields ?? {})).toEqual([field])
  })
})

test('filters work in every list and in the search', { tags: 'PAY-04' }, async () => {
  const [recruiter, developer] = [await buildRecruiter(server), await buildDeveloper(server)]
  const offers = {
    onsite: { workplace: 'onsite', countries: ['ES'], pay: YEAR, minYears: 2 },
    anywhere: { workplace: 'remote', pay: { ...YEAR, min: 20, max: 21, period: 'hour' }, minYears: 5 },
    elsewhere: { workplace: 'remote', countries: ['FR'], pay: { ...YEAR, currency: 'USD', max: 90_000 } },
    monthly: {
      workplace: 'hybrid',
      countries: ['FR', 'ES'],
      pay: { ...YEAR, min: 1, max: 3000, period: 'month' },
    },
    unknown: { pay: { ...YEAR, period: '' } },
    silent: {},
  }
  const ids = new Map<string, string>()
  for (const [name, body] of Object.entries(offers)) {
    const { _id } = await post(recruiter, { ...body, position: 'Ropewalk keeper', skills: ['Ropewalk'] })
    ids.set(_id, name)
    await buildApplication(server, _id, developer)
  }
  const names = ({ body }: { body: { items: { _id: string }[]; total: number } }) => {
    expect(body.items).toHaveLength(body.total)
    return body.items.flatMap(({ _id }) => ids.get(_id) ?? []).sort()
  }
  const cases: [Record<string, string>, string[]][] = [
    [{ workplace: 'remote' }, ['anywhere', 'elsewhere']],
    [{ country: 'es' }, ['anywhere', 'monthly', 'onsite']],
    [{ country: 'FR', workplace: 'remote' }, ['anywhere', 'elsewhere']],
    [{ payFrom: '36961' }, ['onsite']],
    [{ payFrom: '36000' }, ['anywhere', 'monthly', 'onsite']],
    [{ payFrom: '36000', country: 'FR' }, ['anywhere', 'monthly']],
    [{ payFrom: '90000', payCurrency: 'USD' }, ['elsewhere']],
    [{ payFrom: '1', payCurrency: 'GBP' }, []],
    [{ minYears: '2' }, ['elsewhere', 'monthly', 'onsite', 'silent', 'unknown']],
  ]
  for (const [query, expected] of cases) {
    const given = `${JSON.stringify(query)}`
    const skilled = { ...query, skills: 'ropewalk' }
    expect(names(await server.call(listOffers, { query: skilled })), given).toEqual(expected)
    expect(
      names(await server.call(listOffersOfRecruiter, { params: { id: recruiter.id }, query })),
      given,
    ).toEqual(expected)
    expect(
      names(await server.call(searchOffers, { query: { ...query, q: 'ropewalk keeper' } })),
      given,
    ).toEqual(expected)
    const applied = { as: developer, params: { id: developer.id } }
    expect(names(await server.call(listAppliedOffers, { ...applied, query })), given).toEqual(expected)
    expect(names(await server.call(listOffersToApply, { as: developer, query: skilled })), given).toEqual([])
  }
  const { body: all } = await server.call(listOffers, { query: { country: 'ES' } })
  expect(all.items.flatMap(({ _id }) => ids.get(_id) ?? [])).toEqual(['monthly', 'anywhere', 'onsite'])
  expect(all.items).toHaveLength(all.total)
})

test('REQUIRE_PAY refuses publication without pay', { tags: 'PAY-03' }, async () => {
  const strict = await startServer({ REQUIRE_PAY: 'true' })
  const as = await buildRecruiter(strict)
  const refused = await strict.refusal(createOffer, { as, body: { position: 'X' } })
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', fields: { pay: expect.any(String) } },
  })
  const { body: draft } = await strict.call(createOffer, { as, body: { position: 'X', state: 'draft' } })
  const params = { id: draft._id }
  const early = await strict.refusal(setOfferState, { as, params, body: { state: 'published' } })
  expect(early).toMatchObject({ status: 400, body: { fields: { pay: expect.any(String) } } })
  await strict.call(updateOffer, { as, params, body: { pay: YEAR } })
  const { body: published } = await strict.call(setOfferState, { as, params, body: { state: 'published' } })
  expect(published.state).toBe('published')
  const removed = await strict.refusal(updateOffer, { as, params, body: { pay: null } })
  expect(removed.status).toBe(400)
})
