import { expect, test } from 'vitest'
import { lookUpOffers, lookUpPeople, openReport } from '#contract/look-ups.ts'
import { actOnReport, listLog } from '#contract/moderation.ts'
import { getOffer } from '#contract/offers.ts'
import { getRecruiter } from '#contract/recruiters.ts'
import { buildDeveloper, buildOffer, buildRecruiter, type Person } from '../test/builders.ts'
import { explain } from '../test/explain.ts'
import { startServer } from '../test/server.ts'
import { lookUpPeople as readPeople } from './look-ups.queries.ts'

const server = await startServer({ MODERATOR_EMAILS: 'moderator@example.com' })
const moderator = await buildRecruiter(server, { email: 'moderator@example.com' })
const rec = await buildRecruiter(server, {
  name: 'Zenobia',
  surname: 'Camprubí',
  email: 'zenobia@faro.example',
})
const dev = await buildDeveloper(server, { name: 'Zeno', surname: 'Cosini' })

const people = async (q: string) =>
  (await server.call(lookUpPeople, { as: moderator, query: { q } })).body.items
const offers = async (q: string) =>
  (await server.call(lookUpOffers, { as: moderator, query: { q } })).body.items
const ids = (items: { _id: string }[]) => items.map(({ _id }) => _id)
const open = (kind: string, id: string, as: Person = moderator) =>
  server.call(openReport, { as, body: { kind, id } })
const act = (id: string, body: { act: string; days?: number }) =>
  server.call(actOnReport, { as: moderator, params: { id }, body: { reason: 'Against our rules', ...body } })

test('a moderator finds people by id, address, e-mail and name, and each look-up is logged', {
  tags: ['MOD-05'],
}, async () => {
  for (const q of [
    rec.id,
    `https://puente.example/recruiter/${rec.id}?x=1`,
    'Zenobia@faro.example',
    'zenobia camp',
  ])
    expect(ids(await people(q)), q).toEqual([rec.id])
  expect(ids(await people('ZENO')).toSorted()).toEqual([rec.id, dev.id].toSorted())
  expect(ids(await people('cosini'))).toEqual([dev.id])
  for (const q of ['nobody', 'a@b.example', '01900000-0000-7000-8000-000000000000', '%', "'"])
    expect(await people(q), q).toEqual([])
  expect(await people(dev.id)).toEqual([
    {
      _id: dev.id,
      name: 'Zeno',
      surname: 'Cosini',
      email: dev.email,
      role: { type: 'developer' },
      createdAt: expect.any(String),
      state: 'active',
      suspendedUntil: null,
      reports: 0,
      report: null,
    },
  ])
  const { items } = (await server.call(listLog, { as: moderator, query: { q: 'person' } })).body
  expect(items).toHaveLength(12)
  expect(items[0]).toMatchObject({ act: 'read', thing: { kind: 'person', _id: dev.id }, reason: '' })
  expect(JSON.stringify(items).toLowerCase()).not.toContain('zeno')
})

test('a moderator decides about an unreported person, and finds closed cases', {
  tags: ['MOD-03'],
}, async () => {
  const first = await open('user', rec.id)
  expect([first.status, first.body]).toMatchObject([
    201,
    { kind: 'user', state: 'open', reporters: [], author: { _id: rec.id, state: 'active' } },
  ])
  expect((await open('user', rec.id)).body._id).toBe(first.body._id)
  expect((await people(rec.id))[0]?.report).toEqual({ _id: first.body._id, state: 'open' })
  await act(first.body._id, { act: 'suspend', days: 2 })
  expect(await people('')).toMatchObject([
    {
      _id: rec.id,
      state: 'suspended',
      suspendedUntil: expect.any(String),
      reports: 1,
      report: { _id: first.body._id, state: 'closed' },
    },
  ])
  expect(ids(await people('zenobia'))).toEqual([rec.id])
  expect((await server.refusal(getRecruiter, { params: { id: rec.id } })).status).toBe(404)
  await act(first.body._id, { act: 'restore' })
  expect(await people('')).toEqual([])
  expect((await server.call(getRecruiter, { params: { id: rec.id } })).status).toBe(200)

  expect((await open('user', moderator.id)).status).toBe(409)
  for (const [kind, id] of [
    ['offer', rec.id],
    ['user', 'x'],
    ['offer', '01900000-0000-7000-8000-000000000000'],
  ] as const)
    expect((await open(kind, id)).status).toBe(404)
  expect((await open('message', rec.id)).status).toBe(400)
  expect((await open('user', rec.id, dev)).status).toBe(404)
})

test('a moderator finds offers by words, id and owner, in every state, and hides one', {
  tags: ['MOD-03', 'MOD-05'],
}, async () => {
  const shown = await buildOffer(server, rec, { position: 'Lighthouse keeper' })
  const draft = await buildOffer(server, rec, { position: 'Lamp cleaner', state: 'draft' })
  expect(ids(await offers('lighthouse'))).toEqual([shown])
  expect(await offers('lamp cleaner')).toEqual([])
  expect(await offers(`/offers/${draft}`)).toMatchObject([{ _id: draft, state: 'draft', hidden: false }])
  expect(ids(await offers(rec.id)).toSorted()).toEqual([shown, draft].toSorted())
  expect(await offers('')).toEqual([])
  const { _id } = (await open('offer', shown)).body
  await act(_id, { act: 'hide' })
  expect((await server.refusal(getOffer, { params: { id: shown } })).status).toBe(404)
  for (const q of ['', 'light', rec.id, shown])
    expect(await offers(q), q).toContainEqual(
      expect.objectContaining({
        _id: shown,
        hidden: true,
        owner: { _id: rec.id, name: 'Zenobia Camprubí', state: 'active' },
        report: { _id, state: 'closed' },
      }),
    )
  const { items } = (await server.call(listLog, { as: moderator, query: { q: shown } })).body
  expect(items).toContainEqual(expect.objectContaining({ act: 'read', thing: { kind: 'offer', _id: shown } }))
})

test.runIf(server.engine === 'sqlite')('no look-up scans all accounts', { tags: ['MOD-05'] }, async () => {
  for (const q of ['', 'zeno', 'zeno@faro.example', rec.id]) {
    const plans = await explain(server.db, (db) =>
      readPeople({ db, engine: 'sqlite' }, { q, page: 1, limit: 40 }).catch(() => undefined),
    )
    expect(plans.length, q).toBeGreaterThan(0)
    expect(
      plans.flatMap(({ steps }) => steps.filter((step) => /^SCAN users(?!_| USING)/.test(step))),
      q,
    ).toEqual([])
  }
})
