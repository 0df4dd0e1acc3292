import { describe, expect, test } from 'vitest'
import { setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import {
  createOffer,
  getOffer,
  listOffers,
  listSimilarOffers,
  searchOffers,
  updateOffer,
} from '#contract/offers.ts'
import {
  countOwnOffers,
  extendOffer,
  listOwnOffers,
  listOwnSkills,
  repostOffer,
  setOfferState,
} from '#contract/own-offers.ts'
import { buildApplication, buildDeveloper, buildOffer, buildRecruiter } from '../test/builders.ts'
import { startServer } from '../test/server.ts'
import { runOfferClock } from './offer-clock.ts'
import { daysAfter } from './offer-life.ts'

const server = await startServer()
const APPLICATION = { phone: '+34 600 000 000', gdprAccepted: true } as const
const YEARLY = { min: 30000, max: 40000, currency: 'EUR', period: 'year' } as const
const FILLED = { state: 'closed', reason: 'filled' } as const

const at = (days: number) => daysAfter(new Date().toISOString(), days)
const daysUntil = (time: string) => (Date.parse(time) - Date.now()) / (24 * 3600 * 1000)
const notificationsOf = (userId: string) =>
  server.db
    .selectFrom('notifications')
    .select(['kind', 'data'])
    .where('receiver_id', '=', userId)
    .orderBy('inbox_seq')
    .execute()
const endAt = (id: string, closes_at: string) =>
  server.db.updateTable('offers').set({ closes_at }).where('id', '=', id).execute()

describe('POST /offers', () => {
  test('a draft is visible to its owner only, and once published it is the newest offer', {
    tags: ['LIFE-02', 'LIFE-03', 'LIFE-06'],
  }, async () => {
    const [owner, other] = [await buildRecruiter(server), await buildRecruiter(server)]
    const before = (await server.call(listOffers)).body.total
    const { body: draft } = await server.call(createOffer, {
      as: owner,
      body: { position: 'Sail maker', skills: ['Sailcloth'], state: 'draft', closesAt: at(30) },
    })
    expect(draft).toMatchObject({ state: 'draft', publishedAt: null, acceptsApplications: false })
    const later = await buildOffer(server, other)
    const params = { id: draft._id }
    expect((await server.refusal(getOffer, { params })).status).toBe(404)
    expect((await server.refusal(getOffer, { as: other, params })).status).toBe(404)
    const developer = await buildDeveloper(server)
    const early = await server.refusal(applyToOffer, { as: developer, params, body: APPLICATION })
    expect(early.status).toBe(404)
    expect((await server.call(listOffers)).body.total).toBe(before + 1)
    expect((await server.call(searchOffers, { query: { q: 'sail maker' } })).body.total).toBe(0)

    const published = await server.call(setOfferState, { as: owner, params, body: { state: 'published' } })
    expect(published.body).toMatchObject({ state: 'published', createdAt: draft.createdAt })
    expect(published.body.closesAt).toBe(draft.closesAt)
    expect(Date.parse(published.body.publishedAt ?? '')).toBeGreaterThan(Date.parse(draft.createdAt))
    const listed = await server.call(listOffers, { query: { limit: '2' } })
    expect(listed.body.items.map(({ _id }) => _id)).toEqual([draft._id, later])
    expect(listed.body.total).toBe(before + 2)
    expect((await server.call(listOffers, { query: { skills: 'sailcloth' } })).body.total).toBe(1)
    expect((await server.call(searchOffers, { query: { q: 'sail maker' } })).body.total).toBe(1)
  })

  test.each([
    ['an hour ahead', at(1 / 24)],
    ['in 181 days', at(181)],
    ['no time', 'soon'],
  ])('an end %s is refused', { tags: 'LIFE-02' }, async (_, closesAt) => {
    const owner = await buildRecruiter(server)
    const { status, body } = await server.refusal(createOffer, {
      as: owner,
      body: { position: 'X', closesAt },
    })
    expect(status).toBe(400)
    expect(Object.keys(body.fields ?? {})).toEqual(['closesAt'])
  })

  test('the end of a draft can be changed, and that of a published offer only by extending', {
    tags: ['LIFE-02', 'LIFE-09'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const params = { id: await buildOffer(server, owner, { state: 'draft' }) }
    const put = (body: object) => server.call(updateOffer, { as: owner, params, body })
    const [soon, late] = [at(2), at(100)]
    expect((await put({ closesAt: late })).body.closesAt).toBe(late)
    expect((await put({ position: 'Cooper' })).body.closesAt).toBe(late)
    expect(daysUntil((await put({ closesAt: null })).body.closesAt)).toBeCloseTo(60, 1)
    for (const closesAt of [at(0.5), at(181), 'soon', 5]) {
      const refused = await server.refusal(updateOffer, {
        as: owner,
        params,
        body: { closesAt, position: 'Lost' },
      })
      expect(refused.status).toBe(400)
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['closesAt'])
    }
    expect((await server.call(getOffer, { as: owner, params })).body.position).toBe('Cooper')
    // The stored end may be sent back, however near it is.
    const near = at(0.1)
    await endAt(params.id, near)
    expect((await put({ closesAt: near })).body.closesAt).toBe(near)
    await put({ closesAt: soon })
    await server.call(setOfferState, { as: owner, params, body: { state: 'published' } })
    expect((await put({ closesAt: late, position: 'Hooper' })).body).toMatchObject({
      position: 'Hooper',
      closesAt: soon,
    })
  })

  test('the default closing date is OFFER_DAYS ahead', { tags: 'LIFE-02' }, async () => {
    const owner = await buildRecruiter(server)
    const { body } = await server.call(createOffer, { as: owner, body: { position: 'X' } })
    expect(daysUntil(body.closesAt)).toBeCloseTo(60, 1)
  })
})

describe('PATCH /offers/{id}/state', () => {
  const ways = {
    draft: ['published'],
    published: ['paused', 'closed'],
    paused: ['published', 'closed'],
    closed: [],
    expired: [],
  }
  const states = Object.keys(ways) as (keyof typeof ways)[]

  test.each(states)('from %s only the allowed states are reached', { tags: 'LIFE-03' }, async (from) => {
    const owner = await buildRecruiter(server)
    for (const to of states) {
      const id = await buildOffer(server, owner, from === 'draft' ? { state: 'draft' } : {})
      const params = { id }
      if (from === 'paused')
        await server.call(setOfferState, { as: owner, params, body: { state: 'paused' } })
      if (from === 'closed') await server.call(setOfferState, { as: owner, params, body: FILLED })
      if (from === 'expired') await endAt(id, at(-1))
      const body = to === 'closed' ? FILLED : { state: to }
      if ((ways[from] as string[]).includes(to)) {
        const { body: changed } = await server.call(setOfferState, { as: owner, params, body })
        expect(changed.state).toBe(to)
      } else {
        const refused = await server.refusal(setOfferState, { as: owner, params, body })
        expect(refused, `${from} to ${to}`).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
      }
    }
  })

  test.each([
    ['state', { state: 'gone' }],
    ['reason', { state: 'closed' }],
    ['reason', { state: 'closed', reason: 'moderated' }],
    ['message', { ...FILLED, message: 'x'.repeat(2001) }],
    ['message', { ...FILLED, message: 'Dear {nickname}' }],
  ])('an invalid %s is refused', { tags: ['LIFE-03', 'LIFE-08'] }, async (field, body) => {
    const owner = await buildRecruiter(server)
    const params = { id: await buildOffer(server, owner) }
    const refused = await server.refusal(setOfferState, { as: owner, params, body })
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.fields ?? {})).toEqual([field])
  })

  test('a paused offer is visible to its owner and applicants only, and returns to its position', {
    tags: ['LIFE-03', 'LIFE-05', 'LIFE-06', 'LIFE-07', 'LIFE-10'],
  }, async () => {
    const [owner, applicant, other] = [
      await buildRecruiter(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const params = { id: await buildOffer(server, owner, { skills: ['Pausing'] }) }
    const newer = await buildOffer(server, owner, { skills: ['Pausing'] })
    await buildApplication(server, params.id, applicant)
    const skills = { query: { skills: 'pausing' } }
    const listed = async () => (await server.call(listOffers, skills)).body.items.map(({ _id }) => _id)
    expect(await listed()).toEqual([newer, params.id])
    await server.call(setOfferState, { as: owner, params, body: { state: 'paused' } })
    expect(await listed()).toEqual([newer])
    expect((await server.refusal(getOffer, { params })).status).toBe(404)
    expect((await server.refusal(getOffer, { as: other, params })).status).toBe(404)
    expect((await server.call(getOffer, { as: applicant, params })).body.state).toBe('paused')
    expect((await server.call(getOffer, { as: owner, params })).body.state).toBe('paused')
    const refused = await server.refusal(applyToOffer, { as: other, params, body: APPLICATION })
    expect(refused).toMatchObject({ status: 409, body: { code: 'OFFER_CLOSED' } })
    // An edit of an unlisted offer does not list it.
    await server.call(updateOffer, {
      as: owner,
      params,
      body: { position: 'Paused and edited', skills: ['Pausing', 'Elm'] },
    })
    expect(await listed()).toEqual([newer])
    await server.call(setOfferState, { as: owner, params, body: { state: 'published' } })
    expect(await listed()).toEqual([newer, params.id])
    expect((await server.call(searchOffers, { query: { q: 'paused edited' } })).body.total).toBe(1)
  })

  test('of two concurrent changes one gets 409', { tags: 'LIFE-03' }, async () => {
    const owner = await buildRecruiter(server)
    const params = { id: await buildOffer(server, owner) }
    const total = (await server.call(listOffers)).body.total
    const attempt = async () =>
      (
        await fetch(`${server.url}/api/offers/${params.id}/state`, {
          method: 'PATCH',
          headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' },
          body: JSON.stringify(FILLED),
        })
      ).status
    const both = await Promise.all([attempt(), attempt()])
    expect(both.sort()).toEqual([200, 409])
    expect((await server.call(listOffers)).body.total).toBe(total - 1)
  })

  test('closing notifies waiting applicants once with the owner’s message, and rejects them on request', {
    tags: ['LIFE-08'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const id = await buildOffer(server, owner, { position: 'Cooper', company: 'Barrels' })
    const waiting = await buildDeveloper(server)
    const answered = await buildDeveloper(server)
    const application = await buildApplication(server, id, waiting)
    const done = await buildApplication(server, id, answered)
    await server.call(setCandidateStatus, {
      as: owner,
      params: { id, candidateId: done },
      body: { status: 'interviewed' },
    })
    await server.call(setOfferState, {
      as: owner,
      params: { id },
      body: { ...FILLED, reject: true, message: 'Dear {name}, {position} at {company} is filled.' },
    })
    await server.jobs.settled()
    const ended = async (userId: string) =>
      (await notificationsOf(userId)).filter(({ kind }) => kind === 'offerEnded')
    const [notification, ...more] = await ended(waiting.id)
    expect(more).toEqual([])
    expect(JSON.parse(notification?.data ?? '{}')).toEqual({
      applicationId: application,
      offerId: id,
      position: 'Cooper',
      company: 'Barrels',
      message: `Dear ${waiting.name}, Cooper at Barrels is filled.`,
    })
    expect(await ended(answered.id)).toEqual([])
    const rows = await server.db
      .selectFrom('applications')
      .select(['id', 'status'])
      .where('offer_id', '=', id)
      .execute()
    expect(Object.fromEntries(rows.map((row) => [row.id, row.status]))).toEqual({
      [application]: 'rejected',
      [done]: 'interviewed',
    })
  })

  test('a message with an unfilled placeholder is refused before anything changes', {
    tags: 'LIFE-08',
  }, async () => {
    const owner = await buildRecruiter(server)
    const developer = await buildDeveloper(server)
    const id = await buildOffer(server, owner)
    await server.db.updateTable('offers').set({ company: '' }).where('id', '=', id).execute()
    await buildApplication(server, id, developer)
    const body = { ...FILLED, message: 'From {company}' }
    const refused = await server.refusal(setOfferState, { as: owner, params: { id }, body })
    expect(refused.status).toBe(400)
    expect(refused.body.fields?.message).toContain(developer.name)
    expect((await server.call(getOffer, { params: { id } })).body.state).toBe('published')
  })
})

describe('the end of an offer', () => {
  test('applicants are notified once, the owner is warned once for each end', {
    tags: ['LIFE-04', 'LIFE-08', 'LIFE-09'],
  }, async () => {
    const [owner, applicant] = [await buildRecruiter(server), await buildDeveloper(server)]
    const id = await buildOffer(server, owner)
    await buildApplication(server, id, applicant)
    const run = async () => {
      await runOfferClock(server)
      await runOfferClock(server)
      await server.jobs.settled()
    }
    const kinds = async (userId: string) => (await notificationsOf(userId)).map(({ kind }) => kind)
    await run()
    expect(await kinds(owner.id)).not.toContain('offerEnding')
    await endAt(id, at(6))
    await run()
    const warnings = async () => (await kinds(owner.id)).filter((kind) => kind === 'offerEnding').length
    expect(await warnings()).toBe(1)
    await server.call(extendOffer, { as: owner, params: { id }, body: { days: 30 } })
    await run()
    expect(await warnings()).toBe(1)
    await endAt(id, at(5))
    await run()
    expect(await warnings()).toBe(2)
    const total = (await server.call(listOffers)).body.total
    await endAt(id, at(-0.01))
    await server.changes.publish(['offers'])
    expect((await server.call(listOffers)).body.total).toBe(total - 1)
    await run()
    expect((await server.call(listOffers)).body.total).toBe(total - 1)
    expect((await kinds(applicant.id)).filter((kind) => kind === 'offerEnded')).toHaveLength(1)
    const stored = await server.db
      .selectFrom('offers')
      .select(['state', 'search_text'])
      .where('id', '=', id)
      .execute()
    expect(stored).toEqual([{ state: 'expired', search_text: null }])
  })

  test('extending stops at 180 days after the publication, and is for open and paused offers', {
    tags: 'LIFE-09',
  }, async () => {
    const owner = await buildRecruiter(server)
    const params = { id: await buildOffer(server, owner) }
    const extend = (days: number) => server.call(extendOffer, { as: owner, params, body: { days } })
    expect(daysUntil((await extend(30)).body.closesAt)).toBeCloseTo(90, 1)
    expect(daysUntil((await extend(90)).body.closesAt)).toBeCloseTo(180, 1)
    expect(daysUntil((await extend(1)).body.closesAt)).toBeCloseTo(180, 1)
    for (const days of [0, 91, 'many']) {
      const refused = await server.refusal(extendOffer, { as: owner, params, body: { days } })
      expect(Object.keys(refused.body.fields ?? {})).toEqual(['days'])
    }
    await server.call(setOfferState, { as: owner, params, body: FILLED })
    const refused = await server.refusal(extendOffer, { as: owner, params, body: { days: 1 } })
    expect(refused).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
  })

  test('an ended offer suggests up to 3 open ones with skills in common', {
    tags: 'LIFE-06',
  }, async () => {
    const [owner, developer] = [await buildRecruiter(server), await buildDeveloper(server)]
    const post = (...skills: string[]) => buildOffer(server, owner, { skills })
    const ended = await post('Loom', 'Weft', 'Warp')
    const best = await post('loom', 'weft')
    const [overdue, paused] = [await post('Loom', 'Weft', 'Warp'), await post('Loom', 'Weft', 'Warp')]
    const [, second, newest] = [await post('Loom'), await post('Loom'), await post('Warp')]
    const params = { id: ended }
    await server.call(setOfferState, { as: owner, params, body: FILLED })
    await server.call(setOfferState, { as: owner, params: { id: paused }, body: { state: 'paused' } })
    await endAt(overdue, at(-0.01))
    const similar = async (as?: typeof developer) =>
      (await server.call(listSimilarOffers, { params, ...(as && { as }) })).body
    expect((await similar()).map(({ _id }) => _id)).toEqual([best, newest, second])
    await buildApplication(server, best, developer)
    expect((await similar(developer)).map(({ applied }) => applied)).toEqual([true, false, false])
    const alone = { id: await post('Unlike any other') }
    expect((await server.call(listSimilarOffers, { params: alone })).body).toEqual([])
    expect((await server.refusal(listSimilarOffers, { params: { id: paused } })).status).toBe(404)
  })

  test('an ended offer is reposted as a new draft; the owner sees all offers by state', {
    tags: ['LIFE-10', 'LIFE-11'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const id = await buildOffer(server, owner, {
      position: 'Glazier',
      skills: ['Glass'],
      description: 'Panes.',
    })
    const params = { id }
    const refused = await server.refusal(repostOffer, { as: owner, params })
    expect(refused).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } })
    await endAt(id, at(-1))
    const { status, body: draft } = await server.call(repostOffer, { as: owner, params })
    expect(status).toBe(201)
    expect(draft).toMatchObject({
      position: 'Glazier',
      skills: ['Glass'],
      description: 'Panes.',
      state: 'draft',
    })
    expect(draft._id).not.toBe(id)
    const mine = async (state?: string) =>
      (await server.call(listOwnOffers, { as: owner, query: state ? { state } : {} })).body.items.map(
        (offer) => [offer._id, offer.state],
      )
    expect(await mine()).toEqual([
      [draft._id, 'draft'],
      [id, 'expired'],
    ])
    expect(await mine('draft')).toEqual([[draft._id, 'draft']])
    expect(await mine('expired')).toEqual([[id, 'expired']])
    expect(await mine('published')).toEqual([])
    const counts = async (query = {}) => (await server.call(countOwnOffers, { as: owner, query })).body
    const none = { draft: 0, published: 0, paused: 0, closed: 0, expired: 0 }
    expect(await counts()).toEqual({ ...none, draft: 1, expired: 1 })
    // Filters hold in every state, and together with one.
    await server.call(updateOffer, {
      as: owner,
      params: { id: draft._id },
      body: { skills: ['Ñandú', 'Glass'], contractType: ['Part-time'], workplace: 'remote', pay: YEARLY },
    })
    const matching = {
      skills: 'glass,Ñandú',
      contractType: 'permanent',
      workplace: 'remote',
      country: 'PT',
      payFrom: '30000',
    }
    expect(await counts(matching)).toEqual({ ...none, draft: 1 })
    expect(await counts({ skills: 'glass' })).toEqual({ ...none, draft: 1, expired: 1 })
    expect(await counts({ payFrom: '40001' })).toEqual(none)
    const listed = async (query: object) =>
      (await server.call(listOwnOffers, { as: owner, query })).body.items.map(({ _id }) => _id)
    expect(await listed(matching)).toEqual([draft._id])
    expect(await listed({ skills: 'glass', state: 'expired' })).toEqual([id])
    expect(await listed({ ...matching, state: 'expired' })).toEqual([])
    const skills = await server.call(listOwnSkills, { as: owner })
    expect(skills.body.items.map(({ name }) => name)).toEqual(['Glass', 'Ñandú'])
  })
})
