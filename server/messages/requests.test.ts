import { describe, expect, test } from 'vitest'
import { blockPerson } from '#contract/blocks.ts'
import {
  decideRequest,
  getReadState,
  listChatUsers,
  listMessages,
  muteConversation,
  sendMessage,
  syncMessages,
} from '#contract/messages.ts'
import { updateNotificationSettings } from '#contract/notification-settings.ts'
import { newId } from '../lib/ids.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import {
  buildApplication,
  buildDeveloper,
  buildOffer,
  buildRecruiter,
  type Person,
} from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { insertMessages } from './sending.queries.ts'

const server = await startServer()

const send = async (from: Person, to: Person, text: string) =>
  (await server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })).body
const answer = (of: Person, peer: { id: string }, accept: boolean) =>
  server.call(decideRequest, { params: { id: peer.id }, body: { accept }, as: of })
const rowOf = async (of: Person, peer: Person) =>
  (await server.call(listChatUsers, { as: of })).body.find(({ _id }) => _id === peer.id)
const texts = async (of: Person, peer: Person) =>
  (await server.call(listMessages, { params: { id: peer.id }, as: of })).body.map(({ text }) => text)
const sync = async (of: Person) => (await server.call(syncMessages, { query: { after: '0' }, as: of })).body
const buildTwo = async () => [await buildRecruiter(server), await buildDeveloper(server)] as const

describe('a request', () => {
  test('is delivered, stored and counted, and ends when it is answered or accepted', {
    tags: ['TALK-01', 'TALK-02'],
  }, async () => {
    const [rec, dev] = await buildTwo()
    const [sender, first, second] = await Promise.all(
      [rec, dev, dev].map((person) => connectDevice(server.url, person)),
    )
    const sent = await send(rec, dev, 'A job for you')
    expect(sent).not.toHaveProperty('request')
    for (const device of [first, second]) {
      expect(await until(() => device?.received.newMessage[0])).toMatchObject({
        _id: sent._id,
        request: true,
      })
    }
    expect(await until(() => sender?.received.newMessage[0])).not.toHaveProperty('request')
    expect(await rowOf(dev, rec)).toMatchObject({ request: true, muted: false, unread: 1 })
    expect(await rowOf(rec, dev)).toMatchObject({ request: false, muted: false, unread: 0 })
    expect((await sync(dev)).hello).toMatchObject({ unread: { [rec.id]: 1 }, requests: [rec.id] })

    const accepted = await answer(dev, rec, true)
    expect([accepted.status, accepted.body]).toEqual([200, { _id: rec.id, request: false }])
    for (const device of [first, second]) {
      expect(await until(() => device?.received.conversationChanged[0])).toMatchObject({
        ...{ _id: rec.id, request: false, muted: false },
      })
    }
    expect(sender?.received.conversationChanged).toEqual([])
    expect(await rowOf(dev, rec)).toMatchObject({ request: false, unread: 1 })
    expect((await send(rec, dev, 'More')).seq).toBe(2)
    expect(await until(() => first?.received.newMessage[1])).not.toHaveProperty('request')
    expect((await server.refusal(decideRequest, requestOf(dev, rec.id))).status).toBe(404)
    for (const device of [sender, first, second]) device?.close()

    const [other, person] = await buildTwo()
    await send(other, person, 'Hello')
    await send(person, other, 'Hello to you')
    expect(await rowOf(person, other)).toMatchObject({ request: false })
    expect((await sync(person)).hello).not.toHaveProperty('requests')
  })

  test('is not needed between people connected by an application, in either direction', {
    tags: 'TALK-01',
  }, async () => {
    const [rec, dev] = await buildTwo()
    await send(rec, dev, 'Apply!')
    expect(await rowOf(dev, rec)).toMatchObject({ request: true })
    await buildApplication(server, await buildOffer(server, rec), dev)
    await send(rec, dev, 'Thank you')
    expect(await rowOf(dev, rec)).toMatchObject({ request: false })
    for (const isRecruiter of [true, false]) {
      const [owner, applicant] = await buildTwo()
      await buildApplication(server, await buildOffer(server, owner), applicant)
      const [from, to] = isRecruiter ? [owner, applicant] : [applicant, owner]
      await send(from, to, 'About the offer')
      expect(await rowOf(to, from)).toMatchObject({ request: false, unread: 1 })
    }
  })

  test('that is declined is hidden with all that follows until its receiver writes; the sender sees no difference', {
    tags: ['TALK-01', 'TALK-02'],
  }, async () => {
    const [rec, dev] = await buildTwo()
    await send(rec, dev, 'one')
    expect((await answer(dev, rec, false)).body).toEqual({ _id: rec.id, request: false })
    expect((await answer(dev, rec, false)).status).toBe(200)
    const device = await connectDevice(server.url, dev)
    const sender = await connectDevice(server.url, rec)
    const before = (await sync(dev)).last
    const hidden = await server.call(sendMessage, {
      ...{ params: { id: dev.id }, body: { text: 'two' }, as: rec },
    })
    expect([hidden.status, hidden.body.seq]).toEqual([201, 2])
    await until(() => sender.received.newMessage[0])
    expect(await sync(dev)).toMatchObject({ last: before, hello: { unread: {} }, stored: [] })
    sender.socket.emit('typing', { receiverId: dev.id })
    await sender.sync(0)
    await device.sync(0)
    expect(device.received).toMatchObject({ newMessage: [], getNotification: [], typing: [] })
    expect([await rowOf(dev, rec), await rowOf(rec, dev)]).toMatchObject([
      undefined,
      { lastMessage: { text: 'two' } },
    ])
    expect([await texts(dev, rec), await texts(rec, dev)]).toEqual([['one'], ['one', 'two']])
    expect((await server.call(getReadState, { params: { id: dev.id }, as: rec })).body).toEqual({
      readUpTo: 0,
    })

    await send(dev, rec, 'three')
    expect((await until(() => device.received.newMessage[1])).text).toBe('three')
    expect(device.received.newMessage.map(({ text }) => text)).toEqual(['two', 'three'])
    expect(await rowOf(dev, rec)).toMatchObject({ request: false, unread: 0 })
    expect(await texts(dev, rec)).toEqual(['one', 'two', 'three'])
    await send(rec, dev, 'four')
    expect((await sync(dev)).hello.unread).toEqual({ [rec.id]: 1 })
    for (const one of [device, sender]) one.close()
  })

  test('that is declined counts nothing as unread when both write at the same moment', {
    tags: 'TALK-01',
  }, async () => {
    const [rec, dev] = await buildTwo()
    await send(rec, dev, 'one')
    await answer(dev, rec, false)
    const draft = { image: '', clientId: null, contentHash: null }
    await server.db.transaction().execute((tx) =>
      insertMessages(tx, [
        { ...draft, senderId: rec.id, receiverId: dev.id, text: 'two' },
        { ...draft, senderId: dev.id, receiverId: rec.id, text: 'three' },
      ]),
    )
    expect(await texts(dev, rec)).toEqual(['one', 'two', 'three'])
    expect(await rowOf(dev, rec)).toMatchObject({ unread: 0 })
    expect((await sync(dev)).hello.unread).toEqual({})
  })

  test('that is declined is delivered completely after a later application between the two', {
    tags: 'TALK-01',
  }, async () => {
    const [rec, dev] = await buildTwo()
    await send(rec, dev, 'one')
    await answer(dev, rec, false)
    await send(rec, dev, 'two')
    await buildApplication(server, await buildOffer(server, rec), dev)
    await send(rec, dev, 'three')
    expect(await texts(dev, rec)).toEqual(['one', 'two', 'three'])
    expect(await rowOf(dev, rec)).toMatchObject({ request: false, unread: 1 })
    expect((await sync(dev)).hello.unread).toEqual({ [rec.id]: 1 })
  })

  test('is addressed by its id only: a missing, foreign or malformed id is refused', {
    tags: 'TALK-02',
  }, async () => {
    const [rec, dev] = await buildTwo()
    for (const id of [rec.id, newId(), 'x']) {
      expect((await server.refusal(decideRequest, requestOf(dev, id))).status).toBe(404)
      expect(
        (await server.refusal(muteConversation, { params: { id }, body: { muted: true }, as: dev })).status,
      ).toBe(404)
    }
    await send(rec, dev, 'Hi')
    const broken = await server.refusal(decideRequest, {
      ...{ params: { id: rec.id }, body: { accept: 'yes' }, as: dev },
    })
    expect(broken.status).toBe(400)
    expect(await rowOf(dev, rec)).toMatchObject({ request: true })
  })
})

const requestOf = (as: Person, id: string) => ({ params: { id }, body: { accept: true }, as })

test('muting is sent to all devices of that person only', { tags: 'TALK-06' }, async () => {
  const [rec, dev] = await buildTwo()
  await send(rec, dev, 'Hi')
  const device = await connectDevice(server.url, dev)
  for (const muted of [true, false]) {
    const { status, body } = await server.call(muteConversation, {
      ...{ params: { id: rec.id }, body: { muted }, as: dev },
    })
    expect([status, body]).toEqual([200, { _id: rec.id, muted }])
    expect(await rowOf(dev, rec)).toMatchObject({ muted })
    expect((await sync(dev)).hello.muted).toEqual(muted ? [rec.id] : undefined)
  }
  expect(await until(() => device.received.conversationChanged[1])).toMatchObject({
    _id: rec.id,
    muted: false,
  })
  expect((await sync(rec)).events).toHaveLength(1)
  device.close()
})

test.each([
  ['declined', (dev: Person, rec: Person) => answer(dev, rec, false)],
  [
    'muted',
    (dev: Person, rec: Person) =>
      server.call(muteConversation, { params: { id: rec.id }, body: { muted: true }, as: dev }),
  ],
  [
    'blocked',
    (dev: Person, rec: Person) =>
      server.call(blockPerson, { params: { id: rec.id }, body: { blocked: true }, as: dev }),
  ],
] as const)(
  'a mail that waits for its digest is not sent about a person who is %s',
  {
    tags: 'TALK-04',
  },
  async (_, act) => {
    const [rec, dev] = await buildTwo()
    await server.call(updateNotificationSettings, { body: { kinds: { 1: { mail: 'daily' } } }, as: dev })
    await send(rec, dev, 'Hi')
    const waiting = () =>
      server.db.selectFrom('deliveries').select('kind').where('user_id', '=', dev.id).execute()
    expect(await waiting()).toEqual([{ kind: 'message' }])
    await act(dev, rec)
    expect(await waiting()).toEqual([])
  },
)

test('requests of one day have a limit whose end is in the response; partners and replies do not count', {
  tags: 'TALK-03',
}, async () => {
  const limited = await startServer({ OUTREACH_PER_DAY: '2' })
  const [rec, friend] = [await buildRecruiter(limited), await buildDeveloper(limited)]
  const people = await Promise.all(Array.from({ length: 3 }, () => buildDeveloper(limited)))
  const write = (from: Person, to: Person) =>
    limited.call(sendMessage, { params: { id: to.id }, body: { text: 'Hi' }, as: from })
  await write(friend, rec)
  const statuses: number[] = []
  for (const to of [friend, ...people, friend, ...people.slice(0, 2)]) {
    statuses.push((await write(rec, to)).status)
  }
  expect(statuses).toEqual([201, 201, 201, 429, 201, 201, 201])
  const [, , third] = people
  const refused = await limited.refusal(sendMessage, {
    ...{ params: { id: third?.id ?? '' }, body: { text: 'Hi' }, as: rec },
  })
  expect(refused.body).toMatchObject({ code: 'RATE_LIMITED' })
  expect(refused.body.message).toMatch(
    /^You have written to 2 new people today\. You can write to the next one at \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  )
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(86_000)
  expect(seconds).toBeLessThanOrEqual(86_400)
  // Parallel requests cannot bypass it.
  const other = await buildRecruiter(limited)
  const parallel = await Promise.all(people.map((to) => write(other, to)))
  expect(parallel.map(({ status }) => status).sort()).toEqual([201, 201, 429])
  await limited.db
    .updateTable('conversations')
    .set({ requested_at: '2026-01-01T00:00:00.000Z' })
    .where('requested_by', '=', rec.id)
    .execute()
  expect((await write(rec, third as Person)).status).toBe(201)
})

test('twenty requests a day are allowed unless configured otherwise, besides the partners of an hour (S5)', {
  tags: 'TALK-03',
}, async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' }, { alone: true })
  const rec = await buildRecruiter(limited)
  const people = await Promise.all(Array.from({ length: 22 }, () => buildDeveloper(limited)))
  const draft = { senderId: rec.id, text: 'Hi', image: '', clientId: null, contentHash: null }
  await limited.db.transaction().execute((tx) =>
    insertMessages(
      tx,
      people.slice(0, 19).map(({ id }) => ({ ...draft, receiverId: id })),
    ),
  )
  const write = async (index: number) => {
    const params = { id: people[index]?.id ?? '' }
    const { status, body, headers } = await limited.refusal(sendMessage, {
      ...{ params, body: { text: 'Hi' }, as: rec },
    })
    return { status, message: body.message, seconds: Number(headers.get('retry-after')) }
  }
  expect(await write(19)).toMatchObject({ status: 201 })
  const ofDay = await write(20)
  expect(ofDay).toMatchObject({
    status: 429,
    message: expect.stringMatching(/^You have written to 20 new people today\./),
  })
  expect(ofDay.seconds).toBeGreaterThan(3600)
  // Both limits are exhausted: the response is that of the hourly one.
  while (await limited.limits.allows(LIMIT_RULES.newPartner, rec.id)) {
    await limited.limits.take(LIMIT_RULES.newPartner, rec.id)
  }
  const ofHour = await write(21)
  expect(ofHour).toMatchObject({ status: 429, message: expect.not.stringContaining('new people today') })
  expect(ofHour.seconds).toBeLessThanOrEqual(3600)
})
