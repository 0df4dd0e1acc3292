import { describe, expect, test } from 'vitest'
import { sendMessage, syncMessages } from '#contract/messages.ts'
import { newId } from '../lib/ids.ts'
import { markConversationRead } from '../messages/reading.queries.ts'
import { insertMessages } from '../messages/sending.queries.ts'
import { buildDeveloper, buildRecruiter, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { pruneInboxes } from './retention.ts'

const server = await startServer()
const { db } = server

const send = async (from: Person, to: Person, text: string) =>
  (await server.call(sendMessage, { params: { id: to.id }, body: { text }, as: from })).body
const sync = async (as: Person, after: number | string) =>
  (await server.call(syncMessages, { query: { after: `${after}` }, as })).body
const draft = (from: Person, to: Person, text = '') => ({
  senderId: from.id,
  receiverId: to.id,
  text,
  image: '',
  clientId: null,
  contentHash: null,
})
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString()

describe('GET /messages/sync and the event `sync`', () => {
  test('return the events after a number, both the same (decision 43)', {
    tags: ['SOCK-04', 'SOCK-05'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildRecruiter(server)]
    const message = await send(ben, ana, 'Hello')
    const own = await send(ana, ben, 'Hi')
    const notification = {
      _id: message._id,
      type: 1,
      senderId: ben.id,
      senderName: `${ben.name} ${ben.surname}`,
      receiverId: ana.id,
      receiverName: `${ana.name} ${ana.surname}`,
      createdAt: message.createdAt,
      projectId: null,
      user: { _id: ben.id, name: ben.name, surname: ben.surname, avatar: '' },
      data: { name: `${ben.name} ${ben.surname}` },
      text: 'Tienes una nueva notificación',
      path: null,
      readAt: null,
    }
    const { hello, stored, ...response } = await sync(ana, 0)
    expect(response).toEqual({
      events: [
        { inboxSeq: 1, event: 'newMessage', data: { ...message, request: true } },
        { inboxSeq: 2, event: 'getNotification', data: notification },
        { inboxSeq: 3, event: 'newMessage', data: own },
      ],
      last: 3,
      more: false,
      reset: false,
    })
    expect(hello).toEqual({ last: 3, unread: { [ben.id]: 1 }, bell: 0 })
    expect(stored).toEqual([{ ...notification, inboxSeq: 2 }])

    const device = await connectDevice(server.url, ana)
    expect(await device.sync(0)).toEqual(response)
    expect(await device.sync(2)).toEqual({ ...response, events: response.events.slice(2) })
    expect(await device.sync(3)).toEqual({ ...response, events: [] })
    device.close()
    expect((await server.refusal(syncMessages, { query: { after: '0' } })).status).toBe(401)
  })

  test('return at most 200 events at a time', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await db.transaction().execute((tx) =>
      insertMessages(
        tx,
        Array.from({ length: 250 }, (_, index) => draft(ana, ben, `${index}`)),
      ),
    )
    const device = await connectDevice(server.url, ben)
    const first = await device.sync(0)
    expect([first.events.length, first.more, first.last]).toEqual([200, true, 500])
    const rest = await device.sync(400)
    expect([rest.events.length, rest.more]).toEqual([100, false])
    device.close()
  })

  test('return `reset` for a number before the retention, or beyond the last one', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await send(ana, ben, 'old')
    await send(ana, ben, 'new')
    await db
      .updateTable('inbox_events')
      .set({ created_at: daysAgo(31) })
      .where('user_id', '=', ben.id)
      .where('seq', '<=', 2)
      .execute()
    await pruneInboxes(db)
    expect(await sync(ben, 1)).toMatchObject({ events: [], last: 4, reset: true, more: false })
    expect((await sync(ben, 2)).events.map(({ inboxSeq }) => inboxSeq)).toEqual([3, 4])
    expect(await sync(ben, 5)).toMatchObject({ events: [], last: 4, reset: true })
    for (const unreadable of ['', 'x', '-1']) expect((await sync(ben, unreadable)).reset).toBe(true)
    // Stored notifications outlive their events, and are sent again.
    const device = await connectDevice(server.url, ben)
    expect(await until(() => device.received.getNotification[1])).toBeDefined()
    device.close()
  })
})

describe('retention', () => {
  test('an inbox keeps its newest 5000 events', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await db.transaction().execute((tx) => insertMessages(tx, [draft(ana, ben)]))
    const rows = Array.from({ length: 5100 }, (_, index) => ({
      user_id: ben.id,
      seq: index + 3,
      kind: 'cleared' as const,
      data: '{"upTo":0,"unread":0}',
      created_at: daysAgo(0),
    }))
    for (let start = 0; start < rows.length; start += 1000) {
      await db
        .insertInto('inbox_events')
        .values(rows.slice(start, start + 1000))
        .execute()
    }
    await db.updateTable('inboxes').set({ last_seq: 5102 }).where('user_id', '=', ben.id).execute()
    await pruneInboxes(db)
    expect(await sync(ben, 101)).toMatchObject({ reset: true })
    const { events, reset } = await sync(ben, 102)
    expect([reset, events[0]?.inboxSeq]).toEqual([false, 103])
    const kept = await db.selectFrom('inbox_events').select('seq').where('user_id', '=', ben.id).execute()
    expect(kept).toHaveLength(5000)
  })

  test('an open notification expires after 90 days, on every device (decision 43)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const device = await connectDevice(server.url, ben)
    for (const [seq, days] of [
      [1, 91],
      [2, 89],
    ] as const) {
      const id = newId()
      await db
        .insertInto('notifications')
        .values({
          id,
          receiver_id: ben.id,
          sender_id: ana.id,
          type: 2,
          inbox_seq: seq,
          created_at: daysAgo(days),
        })
        .execute()
    }
    server.realtime.notify(await pruneInboxes(db))
    const cleared = await until(() => device.received.cleared[0])
    expect(cleared).toEqual({ inboxSeq: 1, scope: 'bell', upTo: 1, unread: 1 })
    const left = await db
      .selectFrom('notifications')
      .select('inbox_seq')
      .where('receiver_id', '=', ben.id)
      .execute()
    expect(left).toEqual([{ inbox_seq: 2 }])
    device.close()
  })

  test('hundreds of notifications expire in steps; open ones of a batch are cleared before it is deleted (X1)', async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const device = await connectDevice(server.url, ben)
    const rows = Array.from({ length: 500 }, (_, index) => ({
      ...{ id: newId(), sender_id: ana.id, type: 2, inbox_seq: index + 1 },
      receiver_id: index % 5 === 0 ? cleo.id : ben.id,
      created_at: daysAgo(index === 499 ? 89 : 200 - index / 10),
    }))
    await db.insertInto('notifications').values(rows).execute()
    server.realtime.notify(await pruneInboxes(db))
    await until(() => device.received.cleared.at(-1)?.unread === 1)
    const { cleared } = device.received
    expect(cleared.map(({ upTo }) => upTo)).toEqual([200, 400, 499])
    expect(cleared.map(({ unread }) => unread)).toEqual([240, 80, 1])
    expect((await sync(cleo, 0)).events.map(({ data }) => data)).toMatchObject([
      { unread: 60 },
      { unread: 20 },
      { unread: 0 },
    ])
    const left = await db
      .selectFrom('notifications')
      .select('inbox_seq')
      .where('sender_id', '=', ana.id)
      .execute()
    expect(left).toEqual([{ inbox_seq: 500 }])
    device.close()
  })
})

describe('delivery', () => {
  test('a lost notification signal is found within 6 s', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const device = await connectDevice(server.url, ben)
    await db.transaction().execute((tx) => insertMessages(tx, [draft(ana, ben, 'unannounced')]))
    expect((await until(() => device.received.newMessage[0], 6000)).text).toBe('unannounced')
    device.close()
  })

  test('duplicated, late and wrong signals are harmless: each event is delivered once, in order', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const device = await connectDevice(server.url, ben)
    for (let number = 1; number <= 10; number += 1) {
      await send(ana, ben, `${number}`)
      server.realtime.notify([
        { userId: ben.id, seq: 1 },
        { userId: ben.id, seq: 99 },
        { userId: newId(), seq: 1 },
      ])
    }
    await until(() => device.received.getNotification.length === 10)
    const { events } = await device.sync(0)
    expect(device.received.newMessage.map(({ text }) => text)).toEqual(
      events.flatMap((entry) => (entry.event === 'newMessage' ? entry.data.text : [])),
    )
    expect(device.received.newMessage).toHaveLength(10)
    device.close()
  })

  test('events pruned before their delivery show as a gap, not as the end', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const device = await connectDevice(server.url, ben)
    const many = Array.from({ length: 300 }, () => draft(ana, ben, 'old'))
    await db.transaction().execute((tx) => insertMessages(tx, many))
    await db
      .updateTable('inbox_events')
      .set({ created_at: daysAgo(31) })
      .where('user_id', '=', ben.id)
      .execute()
    await pruneInboxes(db)
    // A signal never makes a device see more events than are stored.
    server.realtime.notify([{ userId: ben.id, seq: 1_000_000 }])
    await send(ana, ben, 'new')
    expect(await until(() => device.received.newMessage[0], 7000)).toMatchObject({
      text: 'new',
      inboxSeq: 601,
    })
    expect((await device.sync(0)).reset).toBe(true)
    device.close()
  })

  test('a device that connects between messages receives each exactly once', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const sending = Array.from({ length: 60 }, (_, index) => send(ana, ben, `${index}`))
    const devices = await Promise.all(Array.from({ length: 5 }, () => connectDevice(server.url, ben)))
    await Promise.all(sending)
    for (const device of devices) {
      const { last } = await device.ready()
      const live = await until(() => {
        const later = [...device.received.newMessage, ...device.received.getNotification]
          .map(({ inboxSeq }) => inboxSeq)
          .filter((seq) => seq > last)
        return later.length === 120 - last && later
      })
      expect(new Set(live).size).toBe(live.length)
      device.close()
    }
  })
})

describe('the read position', () => {
  test('moves neither back nor beyond the last message (S7)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const read = (upTo?: number) =>
      db.transaction().execute((tx) => markConversationRead(tx, ben.id, ana.id, upTo))
    const unread = async () => (await sync(ben, 0)).hello.unread[ana.id]
    for (const text of ['1', '2']) await send(ana, ben, text)
    await send(ben, ana, '3')
    await send(ana, ben, '4')
    expect(await unread()).toBe(3)
    await read(2)
    expect(await unread()).toBe(1)
    expect([await read(1), await read(2), await read(3)]).toEqual([{}, {}, { readUpTo: 3 }])
    expect(await unread()).toBe(1)
    await read(1_000_000)
    expect(await unread()).toBeUndefined()
    await send(ana, ben, '5')
    expect(await unread()).toBe(1)
    await read()
    expect(await unread()).toBeUndefined()
    expect(await read()).toEqual({})
  })
})
