import { describe, expect, test } from 'vitest'
import { likeProject } from '#contract/likes.ts'
import { readNotifications, sendMessage } from '#contract/messages.ts'
import { listNotifications, markNotificationsRead } from '#contract/notifications.ts'
import { updateLanguage } from '#contract/settings.ts'
import { newId, now } from '../lib/ids.ts'
import { buildDeveloper, buildProject, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { countBell } from './notifications.queries.ts'
import { notify } from './notify.ts'

const server = await startServer()
const { db } = server

const send = async (from: Person, to: Person, text = 'Hi') =>
  (await server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })).body
const like = (person: Person, id: string, liked = true) =>
  server.call(likeProject, { params: { id }, body: { liked }, as: person })
/** Sends the client event and waits until the server has handled it. */
const sendEvent = async (device: Device, payload: Record<string, unknown>) => {
  device.socket.emit('sendNotification', payload as never)
  await device.sync(0)
}
const types = (device: Device) => device.received.getNotification.map(({ type }) => type)

test("a device gets a like in its owner's language, not in the sender's", {
  tags: ['LANG-01'],
}, async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
  await server.call(updateLanguage, { as: ana, body: { language: 'en' } })
  await server.call(updateLanguage, { as: ben, body: { language: 'es' } })
  const device = await connectDevice(server.url, ana)
  await like(ben, await buildProject(server, ana))
  await until(() => device.received.getNotification.length === 1)
  const again = await connectDevice(server.url, ana)
  await until(() => again.received.getNotification.length === 1)
  for (const { received } of [device, again]) {
    expect(received.getNotification[0]?.text).toMatch(/ liked your project$/)
  }
})

test('a device without a chosen language gets a like in the language of its page', {
  tags: ['LANG-01'],
}, async () => {
  const [ana, eva, ben] = [
    await buildDeveloper(server),
    await buildDeveloper(server),
    await buildRecruiter(server),
  ]
  const [spanish, quoted] = [
    await connectDevice(server.url, ana, { language: 'es' }),
    await connectDevice(server.url, eva, { language: 'constructor' }),
  ]
  for (const owner of [ana, eva]) await like(ben, await buildProject(server, owner))
  for (const device of [spanish, quoted]) await until(() => device.received.getNotification.length === 1)
  const again = await connectDevice(server.url, ana, { language: 'en' })
  await until(() => again.received.getNotification.length === 1)
  const texts = [spanish, quoted, again].map(({ received }) => received.getNotification[0]?.text)
  expect(texts).toEqual([
    expect.stringMatching(/^A .* le gusta tu proyecto$/),
    expect.stringMatching(/ ha dado like a tu Proyecto$/),
    expect.stringMatching(/ liked your project$/),
  ])
})

describe('a new like', () => {
  test('notifies the owner, once a day for each person and project (S4)', {
    tags: ['SOCK-05', 'PROJD-20', 'DATA-31', 'DATA-32'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    const [projectId, second] = [await buildProject(server, ana), await buildProject(server, ana)]
    const [owner, fan] = [await connectDevice(server.url, ana), await connectDevice(server.url, ben)]
    await like(ben, projectId)
    expect(await until(() => owner.received.getNotification[0])).toEqual({
      _id: expect.any(String),
      type: 2,
      senderId: ben.id,
      senderName: `${ben.name} ${ben.surname}`,
      receiverId: ana.id,
      receiverName: `${ana.name} ${ana.surname}`,
      createdAt: expect.any(String),
      projectId,
      user: { _id: ben.id, name: ben.name, surname: ben.surname, avatar: '' },
      data: { title: expect.any(String), name: `${ben.name} ${ben.surname}` },
      text: `${ben.name} ${ben.surname} ha dado like a tu Proyecto`,
      path: `/projects/${projectId}`,
      readAt: null,
      inboxSeq: 1,
    })

    await like(ben, projectId, false)
    await like(ben, projectId)
    await like(ben, second)
    await until(() => owner.received.getNotification.length === 2)
    expect(owner.received.getNotification.map((given) => given.projectId)).toEqual([projectId, second])
    expect(fan.received.getNotification).toEqual([])

    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString()
    await db
      .updateTable('notifications')
      .set({ created_at: yesterday })
      .where('receiver_id', '=', ana.id)
      .execute()
    await like(ben, projectId)
    expect((await owner.sync(0)).last).toBe(2)
    await like(ben, projectId, false)
    await like(ben, projectId)
    await until(() => owner.received.getNotification.length === 3)
    owner.close()
    fan.close()
  })

  test('in several requests at once notifies once', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const projectId = await buildProject(server, ana)
    const owner = await connectDevice(server.url, ana)
    await Promise.all(Array.from({ length: 4 }, () => like(ben, projectId)))
    expect((await owner.sync(0)).last).toBe(1)
    owner.close()
  })

  test('of an own project does not notify, nor does the removal of a like (decision 40)', {
    tags: 'PROJD-20',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const projectId = await buildProject(server, ana)
    const owner = await connectDevice(server.url, ana)
    await like(ana, projectId)
    await like(ben, projectId, false)
    expect((await owner.sync(0)).last).toBe(0)
    owner.close()
  })
})

describe('notify', () => {
  const ending = { kind: 'offerEnding', senderId: null } as const
  const offer = { offerId: newId(), position: 'Backend Developer', company: 'Acme', days: 7 }

  test('without a causing person has no sender, and has its own text, data and page', {
    tags: 'NTFY-01',
  }, async () => {
    const ana = await buildRecruiter(server)
    const event = { ...ending, receiverIds: [ana.id], data: offer }
    server.realtime.notify(await db.transaction().execute((tx) => notify(tx, event)))
    const device = await connectDevice(server.url, ana)
    expect(await until(() => device.received.getNotification[0])).toMatchObject({
      type: 6,
      senderId: null,
      senderName: '',
      receiverId: ana.id,
      user: { _id: '', name: '', surname: '', avatar: '' },
      data: offer,
      text: 'Your offer Backend Developer ends in 7 days',
      path: `/offers/${offer.offerId}`,
      readAt: null,
    })
    expect((await device.ready()).bell).toBe(1)
    device.close()
  })

  test('with a key notifies each person once, also in parallel', { tags: 'NTFY-01' }, async () => {
    const [ana, ben] = [await buildRecruiter(server), await buildRecruiter(server)]
    const event = { ...ending, receiverIds: [ana.id, ben.id, ben.id], data: offer, once: 'ending 1' }
    const stored = await Promise.all(
      [1, 2, 3, 4].map(() => db.transaction().execute((tx) => notify(tx, event))),
    )
    expect(
      stored
        .flat()
        .map(({ userId }) => userId)
        .sort(),
    ).toEqual([ana.id, ben.id].sort())
    await db.transaction().execute((tx) => notify(tx, { ...event, once: 'ending 2' }))
    const device = await connectDevice(server.url, ben)
    expect(await device.ready()).toMatchObject({ last: 2, bell: 2 })
    device.close()
  })
})

describe('the event sendNotification', () => {
  test('is accepted after a like, with or without projectId, and does not notify again', {
    tags: 'SOCK-06',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const projectId = await buildProject(server, ana)
    const [owner, fan] = [await connectDevice(server.url, ana), await connectDevice(server.url, ben)]
    await like(ben, projectId)
    await until(() => owner.received.getNotification[0])
    for (const about of [{ projectId }, {}]) {
      await sendEvent(fan, { type: 2, receiverId: ana.id, senderId: ben.id, senderName: 'Ben', ...about })
    }
    expect((await owner.sync(0)).last).toBe(1)
    owner.close()
    fan.close()
  })

  test('without a like notifies nobody, whatever its payload (S4, decision 43)', async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const projectId = await buildProject(server, ana)
    const own = await buildProject(server, ben)
    await like(ben, own)
    const devices = await Promise.all([ana, ben, cleo].map((person) => connectDevice(server.url, person)))
    const [owner, fan, third] = devices as [Device, Device, Device]
    for (const payload of [
      { type: 1, receiverId: ana.id, projectId },
      { type: 3, receiverId: ana.id, projectId },
      { type: '2', receiverId: ana.id, projectId },
      { type: 2, receiverId: ana.id, projectId },
      { type: 2, receiverId: cleo.id, projectId },
      { type: 2, receiverId: ben.id, projectId: own },
      { type: 2, receiverId: ana.id, projectId: newId() },
      { type: 2, receiverId: ana.id, projectId: "' or 1=1 --" },
      { type: 2, receiverId: ana.id },
    ]) {
      await sendEvent(fan, payload)
    }
    await sendEvent(third, { type: 2, receiverId: ana.id, projectId })
    for (const device of devices) expect((await device.sync(0)).last).toBe(0)
    expect(owner.names).not.toContain('getNotification')
    for (const device of devices) device.close()
  })
})

describe('a stored notification', () => {
  test('is sent again on connecting, oldest first, until it is cleared (decision 43)', {
    tags: ['NOTIF-01', 'AUTH-16'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const projectId = await buildProject(server, ana)
    const first = await send(ben, ana, 'first')
    await like(ben, projectId)
    await send(ben, ana, 'last')

    const device = await connectDevice(server.url, ana)
    expect(await device.ready()).toEqual({ last: 5, unread: { [ben.id]: 2 }, bell: 1, requests: [ben.id] })
    await until(() => device.received.getNotification.length === 3)
    expect(device.names.filter((name) => name !== 'getOnlineUsers')).toEqual([
      'hello',
      'getNotification',
      'getNotification',
      'getNotification',
    ])
    expect(types(device)).toEqual([1, 2, 1])
    expect(device.received.getNotification.map(({ inboxSeq }) => inboxSeq)).toEqual([2, 3, 5])
    // The time of the event: the same in the live event and on connecting.
    const { events } = await device.sync(0)
    const live = events.flatMap((entry) =>
      entry.event === 'getNotification' ? [{ ...entry.data, inboxSeq: entry.inboxSeq }] : [],
    )
    expect(device.received.getNotification).toEqual(live)
    expect(live[0]?._id).toBe(first._id)
    device.close()
  })

  test('at most the newest 100 are sent, the counts are those of all', async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    await send(cleo, ana, 'oldest')
    for (let number = 1; number <= 105; number += 1) await send(ben, ana, `${number}`)
    const device = await connectDevice(server.url, ana)
    expect((await device.ready()).unread).toEqual({ [ben.id]: 105, [cleo.id]: 1 })
    await device.sync(0)
    const numbers = device.received.getNotification.map(({ inboxSeq }) => inboxSeq)
    expect(numbers).toHaveLength(100)
    expect(numbers.at(-1)).toBe(212)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
    device.close()
  })

  test('of a deactivated sender is neither counted nor sent (decision 36)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await send(ben, ana)
    await db
      .updateTable('users')
      .set({ deactivated_at: new Date().toISOString() })
      .where('id', '=', ben.id)
      .execute()
    const device = await connectDevice(server.url, ana)
    expect(await device.ready()).toEqual({ last: 2, unread: {}, bell: 0, requests: [ben.id] })
    await device.sync(0)
    expect(types(device)).toEqual([])
    device.close()
  })
})

describe('readNotifications', () => {
  test('of a sender clears that conversation on every device, and no other', {
    tags: ['CHAT-15', 'NOTIF-03'],
  }, async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    for (const from of [ben, ben, cleo]) await send(from, ana)
    const [tab, other] = [await connectDevice(server.url, ana), await connectDevice(server.url, ana)]
    tab.socket.emit('readNotifications', { senderId: ben.id })
    for (const device of [tab, other]) {
      const cleared = await until(() => device.received.cleared[0])
      expect(cleared).toEqual({ inboxSeq: 7, senderId: ben.id, upTo: 2, unread: 0 })
      device.close()
    }
    const later = await connectDevice(server.url, ana)
    expect((await later.ready()).unread).toEqual({ [cleo.id]: 1 })
    await later.sync(0)
    expect(later.received.getNotification.map(({ senderId }) => senderId)).toEqual([cleo.id])
    later.close()
  })

  test('of the bell clears all other types, up to a number if one is given', {
    tags: 'NOTIF-02',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const tab = await connectDevice(server.url, ana)
    for (let number = 1; number <= 3; number += 1) await like(ben, await buildProject(server, ana))
    await send(ben, ana)
    await until(() => tab.received.getNotification.length === 4)
    tab.socket.emit('readNotifications', { scope: 'bell', upTo: 2 })
    expect(await until(() => tab.received.cleared[0])).toMatchObject({ scope: 'bell', upTo: 2, unread: 1 })
    tab.socket.emit('readNotifications', { scope: 'bell', upTo: 1 })
    tab.socket.emit('readNotifications', { scope: 'bell' })
    expect(await until(() => tab.received.cleared[1])).toMatchObject({ scope: 'bell', upTo: 3, unread: 0 })
    tab.socket.emit('readNotifications', { scope: 'bell' })
    const later = await connectDevice(server.url, ana)
    expect(await later.ready()).toEqual({ last: 7, unread: { [ben.id]: 1 }, bell: 0, requests: [ben.id] })
    for (const device of [tab, later]) device.close()
  })

  test("does not change other people's notifications (S4)", async () => {
    const [ana, ben, eve] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    await send(ben, ana)
    const stranger = await connectDevice(server.url, eve)
    for (const senderId of [ana.id, ben.id, eve.id, newId()]) {
      stranger.socket.emit('readNotifications', { senderId })
    }
    stranger.socket.emit('readNotifications', { scope: 'bell' })
    expect((await stranger.sync(0)).last).toBe(0)
    const device = await connectDevice(server.url, ana)
    expect((await device.ready()).unread).toEqual({ [ben.id]: 1 })
    device.close()
    stranger.close()
  })

  test('works by HTTP too, for devices without a socket', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    for (const _ of [1, 2, 3]) await send(ben, ana)
    await server.call(readNotifications, { body: { senderId: ben.id, upTo: 2 }, as: ana })
    await server.call(readNotifications, { body: { senderId: ben.id, upTo: 1 }, as: ana })
    await server.call(readNotifications, { body: { scope: 'bell' }, as: ana })
    const device = await connectDevice(server.url, ana)
    expect((await device.ready()).unread).toEqual({ [ben.id]: 1 })
    device.close()
    const refused = await server.refusal(readNotifications, { body: { scope: 'all' }, as: ana })
    expect(refused.status).toBe(400)
    expect((await server.refusal(readNotifications, { body: { scope: 'bell' } })).status).toBe(401)
  })
})

test('a full bell is cleared in steps, with one event at the end; others write in between (X1)', async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  await like(ben, await buildProject(server, ana))
  const note = { sender_id: ben.id, receiver_id: ana.id, type: 2, inbox_seq: null, created_at: now() }
  for (let part = 0; part < 10; part += 1) {
    const notes = Array.from({ length: 200 }, () => ({ ...note, id: newId() }))
    await db.insertInto('notifications').values(notes).execute()
  }
  const device = await connectDevice(server.url, ana)
  expect((await device.ready()).bell).toBe(2001)
  let isCleared = false
  const clearing = server.call(readNotifications, { as: ana, body: { scope: 'bell' } }).then(() => {
    isCleared = true
  })
  if (server.engine === 'sqlite') {
    await until(async () => (await countBell(db, ana.id)) < 2001)
    await buildDeveloper(server)
    expect(isCleared).toBe(false)
  }
  await clearing
  await until(() => device.received.cleared.length > 0)
  await device.sync(0)
  expect(device.received.cleared).toMatchObject([{ scope: 'bell', upTo: 1, unread: 0 }])
  device.close()
})

describe('GET /notifications', () => {
  const list = async (as: Person, query: { unread?: string; page?: number; limit?: number } = {}) => {
    const { items, total } = (await server.call(listNotifications, { query, as })).body
    return { ids: items.map(({ _id }) => _id), rows: items, total }
  }
  const markRead = async (as: Person, body: { ids?: string[]; upTo?: string }) =>
    (await server.call(markNotificationsRead, { body, as })).body

  test("lists the caller's, newest first, read and unread, without those of deactivated people", {
    tags: 'NTFY-02',
  }, async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildRecruiter(server),
    ]
    const device = await connectDevice(server.url, ana)
    for (const fan of [ben, ben, cleo]) await like(fan, await buildProject(server, ana))
    await send(ben, ana)
    const [third = '', second = '', first = ''] = (await list(ana)).ids
    const live = await until(() => device.received.getNotification.length === 4 && device.received)
    expect((await list(ana)).rows.toReversed()).toEqual(
      live.getNotification.slice(0, 3).map(({ inboxSeq, ...shown }) => shown),
    )
    expect(await list(ana, { page: 2, limit: 2 })).toMatchObject({ ids: [first], total: 3 })
    expect(await list(ben)).toMatchObject({ ids: [], total: 0 })

    expect(await markRead(ana, { ids: [second, newId(), 'no id'] })).toEqual({ unread: 2 })
    expect(await list(ana, { unread: 'true' })).toMatchObject({ ids: [third, first], total: 2 })
    expect(await list(ana)).toMatchObject({ ids: [third, second, first], total: 3 })
    expect((await list(ana)).rows[1]?.readAt).toEqual(expect.any(String))

    const left = { deactivated_at: new Date().toISOString() }
    await db.updateTable('users').set(left).where('id', '=', cleo.id).execute()
    expect(await list(ana)).toMatchObject({ ids: [second, first], total: 2 })
    device.close()
    expect((await server.refusal(listNotifications, {})).status).toBe(401)
  })

  test('a notification read on one device is read on all, and stays in the list', {
    tags: 'NTFY-02',
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    for (let number = 1; number <= 4; number += 1) await like(ben, await buildProject(server, ana))
    const devices = [await connectDevice(server.url, ana), await connectDevice(server.url, ana)]
    const [, third = '', second = '', first = ''] = (await list(ana)).ids
    const clearedOf = (device: Device, count: number) =>
      until(() => device.received.cleared.length === count && device.received.cleared.at(-1), 1000)

    expect(await markRead(ana, { ids: [third] })).toEqual({ unread: 3 })
    for (const device of devices) {
      expect(await clearedOf(device, 1)).toMatchObject({ scope: 'bell', ids: [third], upTo: 0, unread: 3 })
    }
    expect(await markRead(ana, { upTo: second })).toEqual({ unread: 1 })
    for (const device of devices) {
      expect(await clearedOf(device, 2)).toMatchObject({ scope: 'bell', upTo: 2, unread: 1 })
    }
    // Repetitions, and ids of others, change nothing.
    expect(await markRead(ana, { ids: [third], upTo: second })).toEqual({ unread: 1 })
    expect(await markRead(ben, { ids: [first], upTo: first })).toEqual({ unread: 0 })
    expect((await list(ana, { unread: 'true' })).total).toBe(1)
    expect((await list(ana)).total).toBe(4)
    for (const device of devices) {
      expect((await device.sync(0)).last).toBe(6)
      device.close()
    }
  })

  test.each([[{}], [{ ids: 'x' }], [{ ids: [1] }], [{ upTo: 1 }]])('%j is refused', async (body) => {
    const ana = await buildDeveloper(server)
    const refused = await server.refusal(markNotificationsRead, { body, as: ana })
    expect([refused.status, refused.body.code]).toEqual([400, 'VALIDATION'])
    expect((await server.refusal(markNotificationsRead, { body })).status).toBe(401)
  })
})
