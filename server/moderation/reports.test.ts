import { describe, expect, test } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { getReport, listReports } from '#contract/moderation.ts'
import { getOffer, updateOffer } from '#contract/offers.ts'
import { type ReportKind, reportThing } from '#contract/reports.ts'
import { buildDeveloper, buildOffer, buildRecruiter, type Person } from '../test/builders.ts'
import { moderate } from '../test/moderation.ts'
import { recount } from '../test/security/recount.ts'
import { startServer } from '../test/server.ts'
import { insertAutomaticReport } from './reports.writes.ts'
import { sanction } from './sanctions.ts'
import { findThing } from './things.ts'

// The cache of public responses is on: it must not serve hidden things.
const server = await startServer({ MODERATOR_EMAILS: 'Moderator@example.com', PUBLIC_CACHE: 'on' })

const { moderator, people, report, act } = await moderate(server)

/** The status for visitors. Polled, because another node drops its cached response a moment after the write. */
const statusOf = async (id: string) => (await server.refusal(getOffer, { params: { id } })).status

describe('POST /reports', () => {
  test('three reporters in good standing freeze an offer; fewer, visitors and repeated reports do not', {
    tags: ['MOD-02'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner)
    const before = await (await fetch(`${server.url}/api/offers/${offer}`)).text()
    const [one, two, three] = await people(3)
    if (!one) throw new Error('People are needed')
    const first = await report('offer', offer, one, 'Asks for money')
    expect([first.status, first.body]).toEqual([
      201,
      { message: expect.any(String), _id: expect.any(String) },
    ])
    const again = await server.refusal(reportThing, {
      as: one,
      body: { kind: 'offer', id: offer, reason: 'spam' },
    })
    expect([again.status, again.body.code]).toEqual([409, 'ALREADY_REPORTED'])
    expect((await report('offer', offer)).status).toBe(201)
    await report('offer', offer, two)
    expect(await statusOf(offer)).toBe(200)
    await report('offer', offer, three)
    await expect.poll(() => statusOf(offer)).toBe(404)
    expect((await server.refusal(getOffer, { params: { id: offer }, as: owner })).status).toBe(404)

    const queue = (await server.call(listReports, { as: moderator, query: { state: 'open' } })).body.items
    const found = queue.find(({ _id }) => _id === first.body._id)
    expect(found).toMatchObject({
      kind: 'offer',
      reason: 'scam',
      text: 'Asks for money',
      state: 'open',
      thing: { kind: 'offer', _id: offer, title: 'Backend developer', state: 'frozen' },
      snapshot: { position: 'Backend developer', skills: 'TypeScript' },
      author: { _id: owner.id, state: 'active' },
      appeal: null,
    })
    expect(found?.reporters.map(({ standing }) => standing)).toEqual(['good', 'visitor', 'good', 'good'])

    expect((await act(first.body._id, { act: 'dismiss' })).status).toBe(200)
    expect(await (await fetch(`${server.url}/api/offers/${offer}`)).text()).toBe(before)
    expect(await recount(server.db)).toEqual([])
  })

  test('reports of a person with many dismissed ones no longer freeze content', {
    tags: ['MOD-02'],
  }, async () => {
    const liar = await buildDeveloper(server)
    const owner = await buildRecruiter(server)
    for (let count = 0; count < 3; count += 1) {
      const { body } = await report('offer', await buildOffer(server, owner), liar)
      await act(body._id, { act: 'dismiss' })
    }
    const offer = await buildOffer(server, owner)
    const [one, two, three] = await people(3)
    for (const person of [one, two]) await report('offer', offer, person)
    const { body } = await report('offer', offer, liar)
    expect(await statusOf(offer)).toBe(200)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.reporters.at(-1)).toMatchObject({ _id: liar.id, standing: 'low', dismissed: 3 })
    await report('offer', offer, three)
    await expect.poll(() => statusOf(offer)).toBe(404)
  })

  test('reports of an unconfirmed or suspended person do not freeze content', {
    tags: ['MOD-02'],
  }, async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const unconfirmed = { unconfirmed_at: new Date().toISOString() }
    const stranger = await buildDeveloper(server, { profile: unconfirmed })
    const [suspended, one, two] = await people(3)
    if (!suspended || !one || !two) throw new Error('Three people are needed')
    for (const person of [stranger, suspended, one]) await report('offer', offer, person)
    await server.db.transaction().execute((tx) => sanction(tx, suspended.id, '2099-01-01T00:00:00.000Z'))
    const { body } = await report('offer', offer, two)
    expect(await statusOf(offer)).toBe(200)
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body.reporters.map(({ standing }) => standing)).toEqual([
      'unconfirmed',
      'closed',
      'good',
      'good',
    ])
    await report('offer', offer, await buildDeveloper(server))
    await expect.poll(() => statusOf(offer)).toBe(404)
  })

  test('shows moderators the content as it was when reported, even if it was edited since', {
    tags: ['MOD-03'],
  }, async () => {
    const owner = await buildRecruiter(server)
    const offer = await buildOffer(server, owner, { position: 'Send 200 euros first' })
    const { body } = await report('offer', offer, await buildDeveloper(server))
    await server.call(updateOffer, { as: owner, params: { id: offer }, body: { position: 'Honest work' } })
    await report('offer', offer, await buildDeveloper(server))
    const asReported = {
      thing: { title: 'Send 200 euros first' },
      snapshot: { position: 'Send 200 euros first' },
    }
    const shown = await server.call(getReport, { as: moderator, params: { id: body._id } })
    expect(shown.body).toMatchObject(asReported)
    const queue = (await server.call(listReports, { as: moderator })).body.items
    expect(queue.find(({ _id }) => _id === body._id)).toMatchObject(asReported)
  })

  test('accepts what the caller can see, and refuses own content', { tags: ['MOD-02'] }, async () => {
    const [one, two] = await people(2)
    if (!one || !two) throw new Error('Two people are needed')
    const draft = await buildOffer(server, await buildRecruiter(server), { state: 'draft' })
    const sent = await server.call(sendMessage, { as: one, params: { id: two.id }, body: { text: 'Pay me' } })
    const refused = async (kind: ReportKind, id: string, as?: Person) =>
      (await server.refusal(reportThing, { ...(as && { as }), body: { kind, id, reason: 'spam' } })).status
    expect(await refused('offer', draft, one)).toBe(404)
    expect(await refused('user', '1', one)).toBe(404)
    expect(await refused('user', one.id, one)).toBe(400)
    expect(await refused('message', sent.body._id)).toBe(401)
    expect(await refused('message', sent.body._id, one)).toBe(404)
    expect(await refused('message', sent.body._id, two)).toBe(201)
    const bad = await server.refusal(reportThing, {
      as: one,
      body: { kind: 'offer', id: draft, reason: 'x' },
    })
    expect([bad.status, Object.keys(bad.body.fields ?? {})]).toEqual([400, ['reason']])
  })

  test('an automatic rule opens one report, which does not freeze content', {
    tags: ['MOD-02'],
  }, async () => {
    const offer = await buildOffer(server, await buildRecruiter(server))
    const thing = await findThing(server.db, 'offer', offer)
    if (!thing) throw new Error('There is an offer')
    const open = () =>
      server.db
        .transaction()
        .execute((tx) => insertAutomaticReport(tx, thing, { reason: 'scam', text: 'Three warnings' }))
    expect([await open(), await open()]).toEqual([true, false])
    expect(await statusOf(offer)).toBe(200)
  })
})
