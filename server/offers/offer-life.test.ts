import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { applyToOffer } from '#contract/apply.ts'
import type { OfferState } from '#contract/offer-life.ts'
import {
  createOffer,
  getOffer,
  listAppliedOffers,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  searchOffers,
} from '#contract/offers.ts'
import { PRODUCT } from '#contract/product.ts'
import { render } from '../../web/entry-server.tsx'
import { buildDeveloper, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { stateAt, stateColumnAt } from './offer-life.ts'

// Serial: the clock of this process is moved.
const server = await startServer({ PUBLIC_CACHE: 'on' }, { alone: true })
const APPLICATION = { phone: '+34 600 000 000', gdprAccepted: true } as const
const CLOSES = '2026-06-01T00:00:00.000Z'

const states: [OfferState, string, OfferState][] = [
  ['draft', '2026-05-31T23:59:59.999Z', 'draft'],
  ['draft', '2026-06-02T00:00:00.000Z', 'draft'],
  ['published', '2026-05-31T23:59:59.999Z', 'published'],
  ['published', '2026-06-01T00:00:00.000Z', 'expired'],
  ['published', '2026-06-01T00:00:00.001Z', 'expired'],
  ['paused', '2026-05-31T23:59:59.999Z', 'paused'],
  ['paused', '2026-06-01T00:00:00.000Z', 'expired'],
  ['closed', '2026-05-31T23:59:59.999Z', 'closed'],
  ['closed', '2026-06-02T00:00:00.000Z', 'closed'],
  ['expired', '2026-05-31T23:59:59.999Z', 'expired'],
  ['expired', '2026-06-02T00:00:00.000Z', 'expired'],
]

describe('the state of an offer', () => {
  test.each(states)('stored as %s is, at %s, %s', { tags: ['LIFE-01', 'LIFE-04'] }, (state, at, expected) => {
    expect(stateAt({ state, closes_at: CLOSES }, at)).toBe(expected)
  })

  test('is the same in the database', { tags: ['LIFE-01', 'LIFE-04'] }, async () => {
    const { db } = server
    const recruiter = await buildRecruiter(server)
    const { body } = await server.call(createOffer, { as: recruiter, body: { position: 'Table' } })
    for (const [state, at, expected] of states) {
      await db.updateTable('offers').set({ state, closes_at: CLOSES }).where('id', '=', body._id).execute()
      const row = await db
        .selectFrom('offers')
        .select(stateColumnAt(at).as('state'))
        .where('id', '=', body._id)
        .executeTakeFirstOrThrow()
      expect(row.state).toBe(expected)
    }
    await db.updateTable('offers').set({ state: 'published' }).where('id', '=', body._id).execute()
  })
})

describe('at closesAt', () => {
  afterEach(() => void vi.useRealTimers())

  test('an offer leaves every list, count and search although no job has run, and accepts no applications', {
    tags: ['LIFE-04', 'LIFE-05', 'LIFE-07'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const [early, late] = [await buildDeveloper(server), await buildDeveloper(server)]
    const post = (position: string) =>
      server.call(createOffer, {
        as: recruiter,
        body: { position, skills: ['Quillwork', 'Go'], contractType: ['Full-time'] },
      })
    const { body: staying } = await post('Quill keeper that stays')
    const { body: ending } = await post('Quill keeper that ends')
    const params = { id: ending._id }
    expect((await server.call(applyToOffer, { as: early, params, body: APPLICATION })).status).toBe(200)

    const page = async (pending: Promise<{ body: { items: { _id: string }[]; total: number } }>) => {
      const { items, total } = (await pending).body
      return { ids: items.map(({ _id }) => _id), total }
    }
    const read = async () => ({
      all: await page(server.call(listOffers)),
      oldest: await page(server.call(listOffers, { query: { sort: 'oldest' } })),
      skill: await page(
        server.call(listOffers, { query: { skills: 'quillwork,go', contractType: 'Permanent' } }),
      ),
      search: await page(server.call(searchOffers, { query: { q: 'quill keeper' } })),
      typed: await page(server.call(searchOffers, { query: { q: 'quill', contractType: 'Full-time' } })),
      since: await page(server.call(searchOffers, { query: { q: 'quill', from: '2024-01-01T00:00:00Z' } })),
      recruiter: await page(server.call(listOffersOfRecruiter, { params: { id: recruiter.id } })),
      toApply: await page(server.call(listOffersToApply, { as: late })),
      toApplyBySkill: await page(
        server.call(listOffersToApply, { as: early, query: { skills: 'quillwork' } }),
      ),
    })
    const before = await read()
    expect(before.skill).toEqual({ ids: [ending._id, staying._id], total: 2 })
    expect(before.toApplyBySkill).toEqual({ ids: [staying._id], total: 1 })

    // Only the time passes: no job runs, no topic changes, no cached response reaches its TTL.
    const closesAt = Date.now() + 60_000
    await server.db
      .updateTable('offers')
      .set({ closes_at: new Date(closesAt).toISOString() })
      .where('id', '=', ending._id)
      .execute()
    await server.changes.publish(['offers'])
    expect(await read()).toEqual(before)
    vi.useFakeTimers({ toFake: ['Date'], now: closesAt })

    const after = await read()
    for (const [list, { ids, total }] of Object.entries(after)) {
      expect(ids, list).not.toContain(ending._id)
      expect(ids, list).toContain(staying._id)
      const was = before[list as keyof typeof before]
      expect(total, list).toBe(was.ids.includes(ending._id) ? was.total - 1 : was.total)
    }
    const { body: shown } = await server.call(getOffer, { params })
    expect(shown).toMatchObject({ state: 'expired', acceptsApplications: false, closedReason: null })
    const refused = await server.refusal(applyToOffer, { as: late, params, body: APPLICATION })
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'OFFER_CLOSED', message: 'This offer no longer takes applications' },
    })
    const applied = await server.call(listAppliedOffers, {
      as: early,
      params: { id: early.id },
      query: { skills: 'QUILLWORK', contractType: 'permanent' },
    })
    expect(applied.body.items).toMatchObject([{ _id: ending._id, state: 'expired' }])
  })

  test('an ended offer leaves the feed, the site map, the home page and the index, and its page shows that it has ended', {
    tags: ['LIFE-04', 'LIFE-05', 'LIFE-06', 'PAY-05'],
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const post = async (position: string) => {
      const body = { position, skills: ['Featherwork'], description: 'Of geese.' }
      return (await server.call(createOffer, { as: recruiter, body })).body._id
    }
    const [staying, ending] = [
      await post('Feather keeper that stays'),
      await post('Feather keeper that ends'),
    ]
    const textOf = async (path: string) => (await fetch(server.url + path)).text()
    const pageOf = async (address: string) => {
      const about = { publicUrl: server.url, fetch: (path: unknown) => fetch(`${server.url}${path}`) }
      const { status, head, html } = await render(address, about as Parameters<typeof render>[1])
      return { status, head, html }
    }
    const read = async () => ({
      feed: await textOf('/feeds/offers.atom'),
      filteredFeed: await textOf('/feeds/offers.atom?skills=Featherwork'),
      siteMap: await textOf('/sitemaps/offers-1.xml'),
      total: (await server.call(listOffers)).body.total,
      home: (await pageOf('/')).html,
      list: (await pageOf('/offers?skills=Featherwork')).html,
      page: await pageOf(`/offers/${ending}`),
      preview: (await fetch(`${server.url}/previews/offers/${ending}.jpg`)).status,
    })
    const activeOffers = (html: string) =>
      Number(/>Active Offers<.*?>\+(?:<!-- -->)?(\d+)<\/span><\/dd>/.exec(html)?.[1])

    const closesAt = Date.now() + 60_000
    await server.db
      .updateTable('offers')
      .set({ closes_at: new Date(closesAt).toISOString() })
      .where('id', '=', ending)
      .execute()
    await server.changes.publish(['offers'])
    const before = await read()
    for (const name of ['feed', 'filteredFeed', 'siteMap', 'home', 'list'] as const) {
      expect(before[name], name).toContain(ending)
    }
    expect(before.page.head).toContain('"JobPosting"')
    expect(before.page.head).toContain(`"validThrough":"${new Date(closesAt).toISOString()}"`)
    expect(before.page.head).not.toContain('noindex')
    expect(before.page.html).toContain('Apply Now')
    vi.useFakeTimers({ toFake: ['Date'], now: closesAt })

    const after = await read()
    for (const name of ['feed', 'filteredFeed', 'siteMap', 'home', 'list'] as const) {
      expect(after[name], name).not.toContain(ending)
      expect(after[name], name).toContain(staying)
    }
    expect(after.total).toBeLessThan(before.total)
    for (const { home, total } of [before, after]) {
      expect(activeOffers(home)).toBe(total * PRODUCT.homeStatsFactor)
    }
    expect(after.page.status).toBe(200)
    expect(after.page.head).not.toContain('JobPosting')
    expect(after.page.head).toContain('<meta name="robots" content="noindex"')
    expect(after.page.html).not.toContain('Apply Now')
    expect(after.page.html).toContain(`/offers/${staying}`)
    // The preview of a shared link still works.
    expect([before.preview, after.preview]).toEqual([200, 200])
  })

  test('offers of an older release have their creation date as publication, and end 60 days after the update', {
    tags: 'LIFE-01',
  }, async () => {
    const recruiter = await buildRecruiter(server)
    const id = '0190a000-0000-7000-8000-0000000000aa'
    await sql`insert into offers (id, owner_id, position, created_at, updated_at)
      values (${id}, ${recruiter.id}, 'Former', '2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z')`.execute(
      server.db,
    )
    const { body } = await server.call(getOffer, { params: { id } })
    expect(body).toMatchObject({
      state: 'published',
      createdAt: '2024-01-01T00:00:00.000Z',
      publishedAt: '2024-01-01T00:00:00.000Z',
      acceptsApplications: true,
    })
    const days = (Date.parse(body.closesAt) - Date.now()) / (24 * 3600 * 1000)
    expect(days).toBeGreaterThan(59)
    expect(days).toBeLessThanOrEqual(60)
  })
})
