import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Message } from '#contract/inbox.ts'
import { listMessages, sendMessage } from '#contract/messages.ts'
import { logout } from '#contract/users.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { createMessageWriter } from './message-writer.ts'
import { insertMessages } from './sending.queries.ts'

const server = await startServer()
const WRITER = { ...server.config, outreachPerDay: Number.POSITIVE_INFINITY }

const send = (from: Person, to: { id: string }, body: Record<string, unknown>) =>
  server.call(sendMessage, { params: { id: to.id }, body, as: from })
const refuse = (from: Person | undefined, to: { id: string }, body: Record<string, unknown>) =>
  server.refusal(sendMessage, { params: { id: to.id }, body, ...(from ? { as: from } : {}) })
const conversation = async (of: Person, peer: Person) =>
  (await server.call(listMessages, { params: { id: peer.id }, query: { limit: '100' }, as: of })).body

describe('POST /messages/send/:id', () => {
  test('stores the message and delivers it to every device of both people', {
    tags: ['API-57', 'DATA-30', 'SOCK-04'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    const devices = await Promise.all([ana, ben, ben].map((person) => connectDevice(server.url, person)))
    const { status, body } = await send(ana, ben, { text: ' Hola\n¿qué tal? ', image: '' })
    expect(status).toBe(201)
    expect(body).toEqual({
      _id: expect.any(String),
      senderId: ana.id,
      receiverId: ben.id,
      text: 'Hola\n¿qué tal?',
      image: '',
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      seq: 1,
      ...{ file: null, editedAt: null, removedAt: null, quote: null, warning: null },
    })
    for (const device of devices) {
      const request = device === devices[0] ? {} : { request: true }
      expect(await until(() => device.received.newMessage[0])).toEqual({ ...body, ...request, inboxSeq: 1 })
      device.close()
    }
  })

  test('is not delivered to others', async () => {
    const [ana, ben, cleo] = await Promise.all([1, 2, 3].map(() => buildDeveloper(server)))
    if (!ana || !ben || !cleo) throw new Error('Three people were built')
    const [stranger, receiver] = [
      await connectDevice(server.url, cleo, { watchPresence: false }),
      await connectDevice(server.url, ben),
    ]
    await send(ana, ben, { text: 'Between us' })
    await until(() => receiver.received.getNotification[0])
    receiver.socket.emit('typing', { receiverId: ana.id })
    receiver.socket.emit('readNotifications', { senderId: ana.id })
    await until(() => receiver.received.cleared[0])
    // All events sent before this response have arrived.
    expect((await stranger.sync(0)).events).toEqual([])
    expect(stranger.names).toEqual(['hello'])
    for (const device of [stranger, receiver]) device.close()
  })

  test('an image is re-encoded, stored, and served by a signed URL only (S5, F5)', {
    tags: 'CHAT-10',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const png = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#1a6' } })
      .png()
      .toBuffer()
    const image = `data:image/png;base64,${png.toString('base64')}`
    const { status, body } = await send(ana, ben, { text: null, image })
    expect(status).toBe(201)
    expect(body.text).toBe('')
    expect(body.image).toMatch(new RegExp(`^${server.url}/files/[\\w-]{22}\\.webp\\?`))

    const [listed] = await conversation(ben, ana)
    const opened = await fetch(listed?.image ?? '')
    expect(opened.status).toBe(200)
    const pixels = await sharp(Buffer.from(await opened.arrayBuffer())).metadata()
    expect(pixels).toMatchObject({ format: 'webp', width: 300, height: 200 })
    expect((await fetch(body.image.replace(/\?.*/, ''))).status).toBe(404)
    expect((await fetch(body.image.replace(/s=...../, 's=AAAAA'))).status).toBe(404)
  })

  test.each([
    [{}, 'text', 'Write a message or attach an image.'],
    [{ text: ' \n ', image: null }, 'text', 'Write a message or attach an image.'],
    [{ text: 'x'.repeat(2001) }, 'text', 'Max 2000 characters'],
    [{ text: 'a\u0000b' }, 'text', 'Contains characters that are not allowed'],
    [{ text: 5 }, 'text', 'Invalid value'],
    [{ image: 'https://example.com/a.png' }, 'image', 'Invalid file. Only images are allowed.'],
    [{ image: 'data:text/html;base64,PGI+' }, 'image', 'Invalid file. Only images are allowed.'],
    [{ image: `data:image/png;base64,${btoa('<svg/>')}` }, 'image', 'Invalid file. Only images are allowed.'],
    [
      { image: `data:image/png;base64,${'A'.repeat(1_398_104)}` },
      'image',
      'The image must be smaller than 1MB.',
    ],
  ])('%o is refused', { tags: ['VAL-65', 'VAL-66', 'VAL-67'] }, async (body, field, message) => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const refused = await refuse(ana, ben, body)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ error: true, message, code: 'VALIDATION', fields: { [field]: message } })
    expect(await conversation(ben, ana)).toEqual([])
  })

  test('a message to oneself is 400, to an unknown person 404, of a visitor 401 (decision 43, S5)', {
    tags: 'VAL-64',
  }, async () => {
    const [ana, gone] = [await buildDeveloper(server), await buildDeveloper(server)]
    const self = await refuse(ana, ana, { text: 'Me' })
    expect(self.status).toBe(400)
    expect(self.body).toEqual({ error: true, message: 'You cannot contact yourself.', code: 'BAD_REQUEST' })

    await server.db
      .updateTable('users')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', gone.id)
      .execute()
    for (const id of [gone.id, newId(), 'nobody', '../users']) {
      const refused = await refuse(ana, { id }, { text: 'Hello?' })
      expect(refused.status).toBe(404)
      expect(refused.body).toEqual({ error: true, message: 'Error sending message', code: 'NOT_FOUND' })
    }
    expect((await refuse(undefined, ana, { text: 'Hi' })).status).toBe(401)
    // The address is checked before the body (decision 27).
    expect((await refuse(ana, gone, {})).status).toBe(404)
  })
})

describe('a retry with the same clientId', () => {
  test('returns the same message with 200, or 409 for another content (S6, decision 43)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const clientId = randomUUID()
    const first = await send(ana, ben, { text: 'Once', clientId })
    const again = await send(ana, ben, { text: 'Once', clientId: clientId.toUpperCase() })
    expect([first.status, again.status]).toEqual([201, 200])
    expect(first.body.clientId).toBe(clientId)
    expect(again.body).toEqual(first.body)

    const cleo = await buildDeveloper(server)
    for (const [to, text] of [
      [ben, 'Other'],
      [cleo, 'Once'],
    ] as const) {
      const refused = await refuse(ana, to, { text, clientId })
      expect(refused.status).toBe(409)
      expect(refused.body.message).toBe('This message was already sent with another content.')
    }
    // The sender's own number: it reveals nothing about the messages of others.
    expect((await send(ben, ana, { text: 'Once', clientId })).status).toBe(201)
    expect(await conversation(ana, ben)).toHaveLength(2)
    expect((await refuse(ana, ben, { text: 'Hi', clientId: 'one' })).status).toBe(400)
  })

  test('twenty concurrent ones store one message, also with an image', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#111' } })
      .png()
      .toBuffer()
    const body = { clientId: randomUUID(), image: `data:image/png;base64,${png.toString('base64')}` }
    const responses = await Promise.all(Array.from({ length: 20 }, () => send(ana, ben, body)))
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(new Set(responses.map((response) => response.body._id)).size).toBe(1)
    expect(await conversation(ben, ana)).toHaveLength(1)
  })

  test('signals a message whose server was killed before its signal', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const device = await connectDevice(server.url, ben)
    const clientId = randomUUID()
    const contentHash = createHash('sha256')
      .update(JSON.stringify([ben.id, 'Untold', '']))
      .digest('base64url')
    const draft = { senderId: ana.id, receiverId: ben.id, text: 'Untold', image: '', clientId, contentHash }
    await server.db.transaction().execute((tx) => insertMessages(tx, [draft]))
    expect((await send(ana, ben, { text: 'Untold', clientId })).status).toBe(200)
    expect((await until(() => device.received.newMessage[0], 1000)).text).toBe('Untold')
    device.close()
  })

  test('the `clientId` is returned to the sender only', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const tabs = await Promise.all([ana, ben].map((person) => connectDevice(server.url, person)))
    const clientId = randomUUID()
    await send(ana, ben, { text: 'Mine', clientId })
    const [own, others] = await Promise.all(tabs.map((tab) => until(() => tab.received.newMessage[0])))
    expect(own?.clientId).toBe(clientId)
    expect(others).not.toHaveProperty('clientId')
    expect((await conversation(ana, ben))[0]?.clientId).toBe(clientId)
    expect((await conversation(ben, ana))[0]).not.toHaveProperty('clientId')
    for (const tab of tabs) tab.close()
  })
})

describe('a session that ends during the upload of a message', () => {
  test('stores nothing, however slow the upload', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const body = JSON.stringify({ text: 'Too late' })
    const sending = httpRequest(`${server.url}/api/messages/send/${ben.id}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ana.token}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    })
    const responded = once(sending, 'response')
    // On a slow connection.
    for (const character of body.slice(0, -1)) {
      sending.write(character)
      await wait(50)
    }
    await server.call(logout, { as: ana })
    sending.end(body.slice(-1))
    const [response] = await responded
    expect(response.statusCode).toBe(401)
    response.resume()
    expect(await conversation(ben, ana)).toEqual([])
  })
})

describe('concurrent senders', () => {
  test('number every conversation and inbox without gaps, the same for both people (S6)', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => buildDeveloper(server)))
    const [ana, ben] = people as [Person, Person]
    const device = await connectDevice(server.url, ben)
    const pairs = people.flatMap((from) => people.flatMap((to) => (from === to ? [] : [[from, to] as const])))
    const sent = await Promise.all(
      Array.from({ length: 20 }, (_, round) =>
        pairs.map(([from, to]) => send(from, to, { text: `${round}` })),
      ).flat(),
    )
    expect(sent.every(({ status }) => status === 201)).toBe(true)

    const [byAna, byBen] = [await conversation(ana, ben), await conversation(ben, ana)]
    expect(byAna.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
    expect(byBen).toEqual(byAna)
    const responseOf = (message: Message) => sent.find(({ body }) => body._id === message._id)?.body
    for (const message of byAna) expect(message).toEqual(responseOf(message))

    // 60 sent, 60 received, and a notification for each of those.
    const numbers = await until(() => {
      const all = [...device.received.newMessage, ...device.received.getNotification]
      return all.length === 180 && all.map(({ inboxSeq }) => inboxSeq).sort((a, b) => a - b)
    })
    expect(numbers).toEqual(Array.from({ length: 180 }, (_, index) => index + 1))
    const order = device.received.newMessage.map(({ inboxSeq }) => inboxSeq)
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    device.close()
  })

  test('a message that cannot be stored does not fail the others of its batch', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const store = createMessageWriter(server.db, server.quota, WRITER, () => {})
    const draft = { senderId: ana.id, image: '', clientId: null, contentHash: null }
    const results = await Promise.allSettled([
      store({ ...draft, receiverId: ben.id, text: 'one' }),
      store({ ...draft, receiverId: newId(), text: 'to nobody' }),
      store({ ...draft, receiverId: ben.id, text: 'two' }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect((await conversation(ben, ana)).map(({ seq, text }) => [seq, text])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ])
  })

  test('an unavailable database is not queried again for each message of the batch', async () => {
    let tries = 0
    const execute = async () => {
      tries += 1
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })
    }
    const away = { transaction: () => ({ execute }) } as unknown as typeof server.db
    const store = createMessageWriter(away, server.quota, WRITER, () => {})
    const draft = { senderId: newId(), receiverId: newId(), image: '', clientId: null, contentHash: null }
    const results = await Promise.allSettled(['one', 'two', 'three'].map((text) => store({ ...draft, text })))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(tries).toBe(1)
  })
})

describe('limits', () => {
  test('60 messages a minute and 20 new partners an hour (S5, decision 32)', async () => {
    const limited = await startServer({ RATE_LIMITS: 'on' })
    const ana = await buildDeveloper(limited)
    const people = await Promise.all(Array.from({ length: 21 }, () => buildDeveloper(limited)))
    const statuses: number[] = []
    for (const { id } of [...people, ...people.slice(0, 20), ...people.slice(0, 20)]) {
      const response = await limited.call(sendMessage, { params: { id }, body: { text: 'Hi' }, as: ana })
      statuses.push(response.status)
    }
    // The 21st new partner, and the 61st message.
    expect(statuses.flatMap((status, index) => (status === 201 ? [] : [[index, status]]))).toEqual([
      [20, 429],
      [60, 429],
    ])
    const refused = await limited.refusal(sendMessage, { params: { id: 'x' }, body: {}, as: ana })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
