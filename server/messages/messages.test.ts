import { describe, expect, test } from 'vitest'
import { decideRequest, listChatUsers, listMessages, sendMessage } from '#contract/messages.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { eraseUser } from '../users/erasure.ts'

const server = await startServer()

const send = async (from: Person, to: Person, text: string) =>
  (await server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })).body
const texts = async (of: Person, peer: { id: string }, query: Record<string, string> = {}) => {
  const { body } = await server.call(listMessages, { params: { id: peer.id }, query, as: of })
  return body.map((message) => message.text)
}
const deactivate = ({ id }: Person) =>
  server.db
    .updateTable('users')
    .set({ deactivated_at: new Date().toISOString() })
    .where('id', '=', id)
    .execute()

describe('GET /messages/:id', () => {
  test('returns the newest 50, oldest first; older ones with `before` (decision 63)', {
    tags: ['API-56', 'CHAT-10'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    for (let number = 1; number <= 60; number += 1) {
      await send(number % 2 ? ana : ben, number % 2 ? ben : ana, `${number}`)
    }
    const from = (first: number, last: number) =>
      Array.from({ length: last - first + 1 }, (_, index) => `${first + index}`)
    expect(await texts(ana, ben)).toEqual(from(11, 60))
    expect(await texts(ben, ana, { limit: '100' })).toEqual(from(1, 60))
    expect(await texts(ana, ben, { limit: '3' })).toEqual(from(58, 60))

    const { body } = await server.call(listMessages, { params: { id: ben.id }, as: ana })
    const oldest = body[0]?._id ?? ''
    expect(await texts(ana, ben, { before: oldest })).toEqual(from(1, 10))
    expect(await texts(ana, ben, { before: oldest, limit: '4' })).toEqual(from(7, 10))
    expect(body.map(({ createdAt }) => createdAt)).toEqual(body.map(({ createdAt }) => createdAt).toSorted())
  })

  test('is empty for a third person, also with a `before` of the conversation (S5)', async () => {
    const [ana, ben, eve] = [
      await buildDeveloper(server),
      await buildRecruiter(server),
      await buildDeveloper(server),
    ]
    await send(ana, ben, 'first')
    const { _id } = await send(ana, ben, 'secret')
    await send(eve, ana, 'mine')
    expect(await texts(eve, ben)).toEqual([])
    expect(await texts(eve, ana)).toEqual(['mine'])
    expect(await texts(eve, ana, { before: _id })).toEqual([])
    expect(await texts(ana, ben, { before: _id })).toEqual(['first'])
    for (const before of [newId(), 'x', "' or 1=1 --"]) expect(await texts(ana, ben, { before })).toEqual([])
    expect((await server.refusal(listMessages, { params: { id: ana.id } })).status).toBe(401)
  })

  test('is 404 for an unknown person, and for a deactivated one of another conversation (decision 36)', {
    tags: ['API-56', 'FLOW-08'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    const cleo = await buildDeveloper(server)
    await send(ben, cleo, 'Bye')
    await deactivate(ben)
    for (const id of [ben.id, newId(), 'me']) {
      const refused = await server.refusal(listMessages, { params: { id }, as: ana })
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual({ error: true, message: 'Request failed', code: 'NOT_FOUND' })
    }
    expect(await texts(ana, ana)).toEqual([])
  })

  test('stays readable when the other person has left, to whom nothing can be sent', {
    tags: 'FLOW-08',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    await send(ana, ben, 'Are you there?')
    await send(ben, ana, 'Not for long')
    await deactivate(ben)
    expect(await texts(ana, ben)).toEqual(['Are you there?', 'Not for long'])
    const refused = await server.refusal(sendMessage, {
      params: { id: ben.id },
      body: { text: 'Hello?' },
      as: ana,
    })
    expect([refused.status, refused.body.code]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('GET /messages/users', () => {
  test('lists conversations, latest first, then people online, by name', {
    tags: ['API-55', 'CHAT-06', 'CHAT-07'],
  }, async () => {
    const me = await buildDeveloper(server)
    const [old, recent, left] = [
      await buildDeveloper(server),
      await buildRecruiter(server),
      await buildDeveloper(server),
    ]
    const zoe = await buildDeveloper(server, { name: 'Zoe' })
    const adam = await buildRecruiter(server, { name: 'Adam' })
    const newcomer = await buildDeveloper(server, { onboarded: false })
    await buildDeveloper(server, { name: 'Offline' })
    await send(me, old, 'Hello')
    await send(left, me, 'I am leaving')
    await send(recent, me, 'Are you free?')
    await deactivate(left)
    const online = [me, zoe, adam, newcomer, recent]
    const devices = await Promise.all(online.map((person) => connectDevice(server.url, person)))
    // Sockets alternate between nodes, so that both know all people then.
    const knowsAll = ({ received }: Device) =>
      online.every(({ id }) => received.getOnlineUsers.at(-1)?.includes(id))
    await until(() => devices.every(knowsAll))

    const { status, body } = await server.call(listChatUsers, { as: me })
    expect(status).toBe(200)
    expect(body.map((person) => person._id)).toEqual([recent.id, old.id, adam.id, zoe.id])
    expect(body[0]).toEqual({
      _id: recent.id,
      name: recent.name,
      surname: recent.surname,
      avatar: '',
      role: { type: 'recruiter' },
      lastMessage: {
        text: 'Are you free?',
        hasImage: false,
        isRemoved: false,
        senderId: recent.id,
        createdAt: expect.any(String),
        seq: 1,
      },
      ...{ request: true, blocked: false, muted: false, unread: 1, verified: null },
    })
    expect(body[2]).toEqual({
      _id: adam.id,
      name: 'Adam',
      surname: adam.surname,
      avatar: '',
      role: { type: 'recruiter' },
      verified: null,
      lastMessage: null,
      ...{ request: false, blocked: false, muted: false, unread: 0 },
    })
    for (const device of devices) device.close()
  })

  test('lists with `left` the conversations with people who have left, by name only', {
    tags: 'FLOW-08',
  }, async () => {
    const me = await buildDeveloper(server)
    const [gone, other] = [
      await buildRecruiter(server, { profile: { avatar: 'https://p.example/gone.png' } }),
      await buildDeveloper(server),
    ]
    await send(gone, me, 'I am leaving')
    await send(other, me, 'I stay')
    await deactivate(gone)
    const { body } = await server.call(listChatUsers, { query: { left: 'true' }, as: me })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({
      ...{ _id: gone.id, name: gone.name, avatar: '', verified: null, left: true, unread: 0 },
      lastMessage: { text: 'I am leaving' },
    })
    expect((await server.call(listChatUsers, { query: { left: 'true' }, as: other })).body).toEqual([])
    const decline = { params: { id: gone.id }, body: { accept: false } }
    expect((await server.call(decideRequest, { ...decline, as: me })).status).toBe(200)
    expect((await server.call(listChatUsers, { query: { left: 'true' }, as: me })).body).toEqual([])
  })

  test('returns with `userId` that person only: a partner, a stranger, a person who has left', {
    tags: 'FLOW-08',
  }, async () => {
    const me = await buildDeveloper(server)
    const [partner, stranger, gone, unseen] = [
      await buildRecruiter(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const newcomer = await buildDeveloper(server, { onboarded: false })
    await send(partner, me, 'Hello')
    await send(gone, me, 'Bye')
    for (const person of [gone, unseen]) await deactivate(person)
    const find = async (userId: string) =>
      (await server.call(listChatUsers, { query: { userId }, as: me })).body
    expect(await find(partner.id)).toMatchObject([{ _id: partner.id, lastMessage: { text: 'Hello' } }])
    expect(await find(stranger.id)).toMatchObject([{ _id: stranger.id, lastMessage: null, blocked: false }])
    expect(await find(gone.id)).toMatchObject([{ _id: gone.id, left: true, lastMessage: { text: 'Bye' } }])
    for (const id of [unseen.id, newcomer.id, me.id, newId(), 'x']) expect(await find(id)).toEqual([])
  })

  test('finds the conversation with an erased person who wrote last (D-5)', {
    tags: 'FLOW-08',
  }, async () => {
    const [me, gone, silent] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    await send(me, gone, 'Are you there?')
    await send(gone, me, 'Not for long')
    await send(silent, me, 'Nothing of this stays')
    for (const { id } of [gone, silent]) await eraseUser(server, id)
    const left = { _id: gone.id, name: '', left: true, lastMessage: { text: 'Are you there?' } }
    const find = async (query: Record<string, string>) =>
      (await server.call(listChatUsers, { query, as: me })).body
    expect(await find({ left: 'true' })).toMatchObject([left])
    expect(await find({ userId: gone.id })).toMatchObject([left])
    expect(await texts(me, gone)).toEqual(['Are you there?'])
  })

  test('a visitor is refused', { tags: 'API-55' }, async () => {
    const refused = await server.refusal(listChatUsers)
    expect(refused.status).toBe(401)
    expect(refused.body.code).toBe('UNAUTHENTICATED')
  })
})
