import { describe, expect, test } from 'vitest'
import { getChatSettings, getReadState, sendMessage, updateChatSettings } from '#contract/messages.ts'
import { newId } from '../lib/ids.ts'
import { buildDeveloper, type Person } from '../test/builders.ts'
import { connectDevice } from '../test/device.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'

const server = await startServer()

const send = (from: Person, to: Person) =>
  server.call(sendMessage, { params: { id: to.id }, body: { text: 'Hi' }, as: from })
const show = (person: Person, signals: boolean) =>
  server.call(updateChatSettings, { body: { signals }, as: person })
const readState = async (of: Person, peer: { id: string }) =>
  (await server.call(getReadState, { params: { id: peer.id }, as: of })).body.readUpTo
const buildPair = async () => {
  const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
  await send(ana, ben)
  return [ana, ben] as const
}

describe('typing', () => {
  test('is sent to every device of the receiver', async () => {
    const [ana, ben] = await buildPair()
    const eve = await buildDeveloper(server)
    const devices = await Promise.all([ana, ben, ben, eve].map((person) => connectDevice(server.url, person)))
    const [typist, first, second, stranger] = devices
    typist?.socket.emit('typing', { receiverId: ben.id })
    for (const device of [first, second]) {
      expect(await until(() => device?.received.typing[0])).toEqual({ senderId: ana.id })
    }
    // A stranger cannot send signals.
    stranger?.socket.emit('typing', { receiverId: ben.id })
    stranger?.socket.emit('typing', { receiverId: newId() })
    await stranger?.sync(0)
    await first?.sync(0)
    expect(first?.received.typing).toHaveLength(1)
    expect(typist?.received.typing).toEqual([])
    for (const device of devices) device.close()
  })

  test('is sent only if both people have it on', async () => {
    const [ana, ben] = await buildPair()
    const devices = await Promise.all([ana, ben].map((person) => connectDevice(server.url, person)))
    const [typist, reader] = devices
    for (const hider of [ana, ben]) {
      await show(hider, false)
      typist?.socket.emit('typing', { receiverId: ben.id })
      await typist?.sync(0)
      await reader?.sync(0)
      expect(reader?.received.typing).toEqual([])
      await show(hider, true)
    }
    typist?.socket.emit('typing', { receiverId: ben.id })
    await until(() => reader?.received.typing[0])
    for (const device of devices) device.close()
  })
})

describe('GET /messages/:id/read and `messagesRead`', () => {
  test('give the sender the read position, which never moves back', async () => {
    const [ana, ben] = await buildPair()
    await send(ana, ben)
    await send(ana, ben)
    const devices = await Promise.all([ana, ben].map((person) => connectDevice(server.url, person)))
    const [sender, reader] = devices
    expect(await readState(ana, ben)).toBe(0)
    reader?.socket.emit('readNotifications', { senderId: ana.id, upTo: 2 })
    expect(await until(() => sender?.received.messagesRead[0])).toEqual({ userId: ben.id, upTo: 2 })
    reader?.socket.emit('readNotifications', { senderId: ana.id, upTo: 1 })
    reader?.socket.emit('readNotifications', { senderId: ana.id })
    expect(await until(() => sender?.received.messagesRead[1])).toEqual({ userId: ben.id, upTo: 3 })
    expect([await readState(ana, ben), await readState(ben, ana)]).toEqual([3, 0])
    for (const device of devices) device.close()
  })

  test('give 0 if one of the two has it off, and to everybody else', async () => {
    const [ana, ben] = await buildPair()
    const devices = await Promise.all([ana, ben].map((person) => connectDevice(server.url, person)))
    const [sender, reader] = devices
    await show(ana, false)
    reader?.socket.emit('readNotifications', { senderId: ana.id })
    await reader?.sync(0)
    await sender?.sync(0)
    expect(sender?.received.messagesRead).toEqual([])
    expect(await readState(ana, ben)).toBe(0)
    await show(ana, true)
    expect(await readState(ana, ben)).toBe(1)
    expect(await readState(await buildDeveloper(server), ben)).toBe(0)
    for (const id of [newId(), 'x']) {
      expect((await server.refusal(getReadState, { params: { id }, as: ana })).status).toBe(404)
    }
    expect((await server.refusal(getReadState, { params: { id: ben.id } })).status).toBe(401)
    for (const device of devices) device.close()
  })
})

describe('GET and PUT /messages/settings', () => {
  test('are on by default and change for the caller only', async () => {
    const [ana, ben] = await buildPair()
    const settings = async (of: Person) => (await server.call(getChatSettings, { as: of })).body
    expect(await settings(ana)).toEqual({ signals: true, editMinutes: 15 })
    expect((await show(ana, false)).body).toEqual({ signals: false, editMinutes: 15 })
    expect([await settings(ana), await settings(ben)]).toEqual([
      { signals: false, editMinutes: 15 },
      { signals: true, editMinutes: 15 },
    ])
    await show(ana, true)
    expect(await settings(ana)).toEqual({ signals: true, editMinutes: 15 })
    expect((await server.refusal(updateChatSettings, { body: { signals: 'no' }, as: ana })).status).toBe(400)
    expect((await server.refusal(updateChatSettings, { body: { signals: true } })).status).toBe(401)
    expect((await server.refusal(getChatSettings)).status).toBe(401)
  })
})
