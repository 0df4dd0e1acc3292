import { expect, test } from 'vitest'
import { listApplications, setCandidateStatus } from '#contract/applications.ts'
import { applyToOffer } from '#contract/apply.ts'
import { blockPerson, listBlocks } from '#contract/blocks.ts'
import { listDevs, searchDevs } from '#contract/devs.ts'
import { likeProject } from '#contract/likes.ts'
import {
  decideRequest,
  getReadState,
  listChatUsers,
  listMessages,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import {
  getOffer,
  listOffers,
  listOffersOfRecruiter,
  listOffersToApply,
  listSimilarOffers,
  searchOffers,
} from '#contract/offers.ts'
import { listRecruiters } from '#contract/recruiters.ts'
import { newId } from '../lib/ids.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildProject,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { hiddenFrom } from './blocks.queries.ts'

const server = await startServer({ PUBLIC_CACHE: 'on' })

const block = (of: Person, peer: { id: string }, blocked: boolean) =>
  server.call(blockPerson, { params: { id: peer.id }, body: { blocked }, as: of })
const write = (from: Person, to: Person, text: string) =>
  server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })
const texts = async (of: Person, peer: Person) =>
  (await server.call(listMessages, { params: { id: peer.id }, as: of })).body.map(({ text }) => text)
const rowOf = async (of: Person, peer: Person) =>
  (await server.call(listChatUsers, { as: of })).body.find(({ _id }) => _id === peer.id)
const sync = async (of: Person) => (await server.call(syncMessages, { query: { after: '0' }, as: of })).body

test('messages of a blocked person never arrive, and nothing reveals the block', {
  tags: 'TALK-04',
}, async () => {
  const [ana, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  await write(ana, rec, 'Hello')
  await write(rec, ana, 'Unread')
  const devices = await Promise.all([ana, rec].map((person) => connectDevice(server.url, person)))
  const [own, other] = devices
  expect((await sync(ana)).hello.unread).toEqual({ [rec.id]: 1 })
  expect((await block(ana, rec, true)).body).toEqual({ blocked: true })
  expect((await block(ana, rec, true)).body).toEqual({ blocked: true })
  expect(await until(() => own?.received.conversationChanged[0])).toMatchObject({
    _id: rec.id,
    blocked: true,
  })
  expect((await sync(ana)).hello).toMatchObject({ unread: {}, blocked: [rec.id] })
  expect([await rowOf(ana, rec), await rowOf(rec, ana)]).toMatchObject([
    { blocked: true, unread: 0 },
    { blocked: false },
  ])

  const sent = await write(rec, ana, 'Never')
  expect([sent.status, sent.body.seq]).toEqual([201, 3])
  other?.socket.emit('typing', { receiverId: ana.id })
  await buildProject(server, ana).then((id) =>
    server.call(likeProject, { params: { id }, body: { liked: true }, as: rec }),
  )
  await other?.sync(0)
  await own?.sync(0)
  expect(own?.received).toMatchObject({ newMessage: [], getNotification: [{ type: 1 }], typing: [] })
  expect([await texts(ana, rec), await texts(rec, ana)]).toEqual([
    ['Hello', 'Unread'],
    ['Hello', 'Unread', 'Never'],
  ])
  expect((await server.call(getReadState, { params: { id: ana.id }, as: rec })).body).toEqual({ readUpTo: 0 })
  const refused = await server.refusal(sendMessage, {
    ...{ params: { id: rec.id }, body: { text: 'Why' }, as: ana },
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'BLOCKED'])

  await block(ana, rec, false)
  await write(rec, ana, 'Now')
  expect((await until(() => own?.received.newMessage[0])).text).toBe('Now')
  expect(await texts(ana, rec)).toEqual(['Hello', 'Unread', 'Now'])
  expect(await rowOf(ana, rec)).toMatchObject({ blocked: false, unread: 1 })
  expect(other?.received.conversationChanged).toEqual([])
  for (const device of devices) device.close()
})

test('a stranger blocked before writing gets the usual responses, and appears in no list', {
  tags: 'TALK-04',
}, async () => {
  const [ana, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  await block(ana, rec, true)
  for (const text of ['one', 'two']) expect((await write(rec, ana, text)).status).toBe(201)
  expect([await rowOf(ana, rec), await texts(ana, rec), await texts(rec, ana)]).toEqual([
    undefined,
    [],
    ['one', 'two'],
  ])
  await block(ana, rec, false)
  await write(rec, ana, 'three')
  expect(await texts(ana, rec)).toEqual(['three'])
  expect(await rowOf(ana, rec)).toMatchObject({ request: true, unread: 1 })
})

test('messages declined before a block are not delivered by an application while the block lasts', {
  tags: ['TALK-01', 'TALK-04'],
}, async () => {
  const [ana, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
  await write(rec, ana, 'one')
  await server.call(decideRequest, { params: { id: rec.id }, body: { accept: false }, as: ana })
  await write(rec, ana, 'two')
  await block(ana, rec, true)
  await buildApplication(server, await buildOffer(server, rec), ana)
  await write(rec, ana, 'three')
  expect(await texts(ana, rec)).toEqual(['one'])
  await block(ana, rec, false)
  await write(rec, ana, 'four')
  expect(await texts(ana, rec)).toEqual(['one', 'two', 'four'])
})

test('neither person is in the lists, the search or the presence of the other; public responses stay the same', {
  tags: 'TALK-04',
}, async () => {
  const [ana, rec, eve] = [
    await buildDeveloper(server, { name: 'Zanahoria' }),
    await buildRecruiter(server),
    await buildDeveloper(server),
  ]
  const offer = await buildOffer(server, rec, { position: 'Zanahoria keeper', skills: ['Zanahoria'] })
  const [own, other, third] = await Promise.all(
    [ana, rec, eve].map((person) => connectDevice(server.url, person)),
  )
  const sees = (device: typeof own, person: Person) =>
    device?.received.getOnlineUsers.at(-1)?.includes(person.id) === true
  await until(() => sees(own, rec) && sees(other, ana) && sees(third, ana))
  const listed = async (as?: Person) => {
    const given = as ? { as } : {}
    const [devs, found, recruiters, offers, skilled, searched, ofOwner] = await Promise.all([
      server.call(listDevs, given),
      server.call(searchDevs, { query: { q: 'zanahoria' }, ...given }),
      server.call(listRecruiters, given),
      server.call(listOffers, given),
      server.call(listOffers, { query: { skills: 'Zanahoria' }, ...given }),
      server.call(searchOffers, { query: { q: 'zanahoria' }, ...given }),
      server.call(listOffersOfRecruiter, { params: { id: rec.id }, ...given }),
    ])
    const has = ({ body }: { body: { items: { _id: string }[] } }, id: string) =>
      body.items.some(({ _id }) => _id === id)
    return {
      shown: [
        ...[has(devs, ana.id), has(found, ana.id), has(recruiters, rec.id)],
        ...[offers, skilled, searched, ofOwner].map((list) => has(list, offer)),
      ],
      totals: [devs, found, recruiters, offers, skilled, searched, ofOwner].map(({ body }) => body.total),
    }
  }
  const before = await listed()
  expect(before.shown).toEqual([true, true, true, true, true, true, true])
  await block(ana, rec, true)
  const [d = 0, f = 0, r = 0, ...o] = before.totals
  expect(await listed(ana)).toEqual({
    shown: [true, true, false, false, false, false, false],
    totals: [d, f, r - 1, ...o.map((total) => total - 1)],
  })
  expect(await listed(rec)).toEqual({
    shown: [false, false, true, true, true, true, true],
    totals: [d - 1, f - 1, r, ...o],
  })
  expect(await listed()).toEqual(before)
  expect(await listed(eve)).toEqual(before)
  await until(() => !sees(own, rec) && !sees(other, ana))
  expect(sees(third, ana) && sees(third, rec)).toBe(true)
  for (const [of, peer] of [
    [ana, rec],
    [rec, ana],
  ] as const) {
    expect(await rowOf(of, peer)).toBeUndefined()
  }
  // Single reads stay as for a visitor.
  expect((await server.call(getOffer, { params: { id: offer }, as: ana })).status).toBe(200)
  await block(ana, rec, false)
  expect(await listed(ana)).toEqual(before)
  await until(() => sees(own, rec) && sees(other, ana))
  for (const device of [own, other, third]) device?.close()
})

test('neither person is in similar offers, offers to apply to and outstanding developers of the other', {
  tags: 'TALK-04',
}, async () => {
  const profile = { avatar: 'https://p.example.com/a.png', skills: '["Go"]' }
  const [ana, eve] = [await buildDeveloper(server, { profile }), await buildDeveloper(server)]
  const [rec, other] = [await buildRecruiter(server), await buildRecruiter(server)]
  await buildProject(server, ana, { gallery: ['https://p.example.com/1.png'] })
  const skills = ['Colinabo']
  const [offer, alike] = [
    await buildOffer(server, rec, { skills }),
    await buildOffer(server, other, { skills }),
  ]
  const has = (items: { _id: string }[], id: string) => items.some(({ _id }) => _id === id)
  const shown = async (dev: Person, recruiter: Person) => [
    has((await server.call(listSimilarOffers, { params: { id: alike }, as: dev })).body, offer),
    has((await server.call(listOffersToApply, { as: dev })).body.items, offer),
    has((await server.call(listDevs, { query: { outstanding: 'true' }, as: recruiter })).body.items, ana.id),
  ]
  expect(await shown(ana, rec)).toEqual([true, true, true])
  await block(ana, rec, true)
  expect(await shown(ana, rec)).toEqual([false, false, false])
  expect(await shown(eve, other)).toEqual([true, true, true])
  await block(ana, rec, false)
  expect(await shown(ana, rec)).toEqual([true, true, true])
})

test.each(['the developer', 'the recruiter'])(
  'applications stay when %s blocks the other, and are answered',
  {
    tags: 'TALK-04',
  },
  async (who) => {
    const [ana, rec] = [await buildDeveloper(server), await buildRecruiter(server)]
    const [before, after] = [await buildOffer(server, rec), await buildOffer(server, rec)]
    const apply = (id: string) => {
      const body = { phone: '+34 600 000 000', gdprAccepted: true as const }
      return server.call(applyToOffer, { params: { id }, body, as: ana })
    }
    await apply(before)
    await (who === 'the developer' ? block(ana, rec, true) : block(rec, ana, true))
    // The block is not revealed, so a new one is accepted as well.
    expect((await apply(after)).status).toBe(200)
    for (const id of [before, after]) {
      const params = { id, candidateId: ana.id }
      const moved = await server.call(setCandidateStatus, { params, body: { status: 'reviewed' }, as: rec })
      expect(moved.status).toBe(200)
    }
    const own = (await server.call(listApplications, { as: ana })).body.items
    expect(own.map((one) => [one.offer?._id, one.status])).toEqual([
      [after, 'reviewed'],
      [before, 'reviewed'],
    ])
  },
)

test("the list of blocked people is the caller's own; blocking oneself is 400, an unknown person 404", {
  tags: 'TALK-04',
}, async () => {
  const [ana, rec, ben] = [
    await buildDeveloper(server),
    await buildRecruiter(server),
    await buildDeveloper(server),
  ]
  await block(ana, rec, true)
  await block(ana, ben, true)
  const { body } = await server.call(listBlocks, { as: ana })
  expect(body.total).toBe(2)
  expect(body.items.map(({ _id }) => _id)).toEqual([ben.id, rec.id])
  expect(body.items[1]).toEqual({
    ...{ _id: rec.id, name: rec.name, surname: rec.surname, avatar: '' },
    role: { type: 'recruiter' },
  })
  expect((await server.call(listBlocks, { as: rec })).body.items).toEqual([])
  expect((await server.refusal(listBlocks)).status).toBe(401)
  const refuse = async (id: string, given: unknown = { blocked: true }) =>
    (await server.refusal(blockPerson, { params: { id }, body: given as never, as: ana })).status
  expect([await refuse(ana.id), await refuse(newId()), await refuse('x')]).toEqual([400, 404, 404])
  expect(await refuse(rec.id, { blocked: 'yes' })).toBe(400)
  expect((await block(ben, rec, false)).body).toEqual({ blocked: false })
})

test('the cache key of hidden people stays short, however many are blocked (X5)', async () => {
  const ana = await buildDeveloper(server)
  const keys = new Set<string | undefined>()
  for (let n = 0; n < 4; n += 1) {
    await server.call(blockPerson, {
      as: ana,
      params: { id: (await buildDeveloper(server)).id },
      body: { blocked: true },
    })
    keys.add((await hiddenFrom(server.db, ana))?.key)
  }
  expect(keys.size).toBe(4)
  for (const key of keys) expect(key?.length).toBeLessThan(110)
})
