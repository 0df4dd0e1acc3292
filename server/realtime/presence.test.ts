import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { sendMessage } from '#contract/messages.ts'
import { newId } from '../lib/ids.ts'
import { nextTurn } from '../lib/turns.ts'
import { buildDeveloper } from '../test/builders.ts'
import { connectDevice, type Device } from '../test/device.ts'
import { leastPauseMs, MAX_PAUSE_MS } from '../test/loop-pauses.ts'
import { startServer } from '../test/server.ts'
import { until } from '../test/until.ts'
import { createOnlineLists } from './online-lists.ts'
import { createPresence } from './presence.ts'

const server = await startServer()
const online = (device: Device) => device.received.getOnlineUsers.at(-1) ?? []
const sees = (device: Device, id: string) => until(() => online(device).includes(id))
const misses = (device: Device, id: string, timeoutMs: number) =>
  until(() => !online(device).includes(id), timeoutMs)

describe('getOnlineUsers', () => {
  test('is sent on connection, and to all after a change, at most once a second', {
    tags: ['SOCK-03', 'CHAT-08'],
  }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    // One on each node, because another node is told of a person a moment after their arrival.
    const [first, beside] = [await connectDevice(server.url, ana), await connectDevice(server.url, ana)]
    await sees(first, ana.id)
    const second = await connectDevice(server.url, ben)
    expect((await until(() => second.received.getOnlineUsers[0])).toSorted()).toEqual(
      [ana.id, ben.id].toSorted(),
    )
    await sees(first, ben.id)

    const before = first.received.getOnlineUsers.length
    const crowd = await Promise.all(Array.from({ length: 20 }, () => buildDeveloper(server)))
    const startedAt = Date.now()
    const devices = await Promise.all(crowd.map((person) => connectDevice(server.url, person)))
    await until(() => crowd.every(({ id }) => online(first).includes(id)))
    const seconds = (Date.now() - startedAt) / 1000
    expect(first.received.getOnlineUsers.length - before).toBeLessThanOrEqual(Math.ceil(seconds) + 1)
    for (const device of [first, beside, second, ...devices]) device.close()
  })

  test('a system clock that is set back does not delay the list', async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const watcher = await connectDevice(server.url, ana)
    const second = await connectDevice(server.url, ben)
    await sees(watcher, ben.id)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 30_000 })
    onTestFinished(() => void vi.useRealTimers())
    const third = await connectDevice(server.url, cleo)
    await sees(watcher, cleo.id)
    for (const device of [watcher, second, third]) device.close()
  })

  test('a person is online until 5 s after the last tab is closed (decision 43)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const watcher = await connectDevice(server.url, ana)
    const [tab, other] = [await connectDevice(server.url, ben), await connectDevice(server.url, ben)]
    await sees(watcher, ben.id)
    other.close()
    tab.close()
    const closedAt = Date.now()
    await misses(watcher, ben.id, 15_000)
    expect(Date.now() - closedAt).toBeGreaterThan(4900)
    watcher.close()
  })

  test('a reload does not show as offline', { tags: 'CHAT-08' }, async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    const watcher = await connectDevice(server.url, ana)
    const before = await connectDevice(server.url, ben)
    await sees(watcher, ben.id)
    const seen = watcher.received.getOnlineUsers.length
    before.close()
    await before.closed()
    const after = await connectDevice(server.url, ben)
    // The list after another arrival follows the reload; no list until then lacks Ben.
    const cleo = await connectDevice(server.url, await buildDeveloper(server))
    await until(() => watcher.received.getOnlineUsers.length > seen)
    const lists = watcher.received.getOnlineUsers.slice(seen)
    expect(lists.every((ids) => ids.includes(ben.id))).toBe(true)
    for (const device of [watcher, after, cleo]) device.close()
  })

  test('is sent only with `watchPresence`, from the handshake or later (decision 43)', async () => {
    const [ana, ben, cleo] = [
      await buildDeveloper(server),
      await buildDeveloper(server),
      await buildDeveloper(server),
    ]
    const silent = await connectDevice(server.url, ana, { watchPresence: false })
    const watcher = await connectDevice(server.url, ben)
    const leaver = await connectDevice(server.url, ben)
    leaver.socket.emit('watchPresence', { on: false })
    // The response to a later event proves that the earlier one was handled.
    await leaver.sync(0)
    const before = leaver.received.getOnlineUsers.length
    const third = await connectDevice(server.url, cleo)
    await sees(watcher, cleo.id)
    expect(silent.received.getOnlineUsers).toEqual([])
    expect(leaver.received.getOnlineUsers).toHaveLength(before)

    silent.socket.emit('watchPresence', { on: true })
    await sees(silent, cleo.id)
    for (const device of [silent, watcher, leaver, third]) device.close()
  })
})

describe('above 1000 online', () => {
  test('everybody receives their own partners and 100 others (decision 43)', async () => {
    const [ana, ben] = [await buildDeveloper(server), await buildDeveloper(server)]
    await server.call(sendMessage, { params: { id: ben.id }, body: { text: 'Hi' }, as: ana })
    const presence = createPresence(() => {})
    const lists = createOnlineLists({ ...server, presence, io: () => undefined })
    const others = Array.from({ length: 999 }, (_, index) => `user-${index}`)
    for (const id of [...others, ben.id]) presence.enter(id)
    expect(await lists.listFor(ana.id)).toEqual([...others, ben.id])
    presence.enter(ana.id)
    expect(await lists.listFor(ana.id)).toEqual([ben.id, ...others.slice(0, 100)])
  })

  test('an arrival is announced to many watchers, each once, and does not block others (X1)', async () => {
    const presence = createPresence(() => {})
    for (let person = 0; person < 10_000; person += 1) presence.enter(newId())
    const received = new Map<string, number>()
    const socketOf = (userId: string) => ({
      data: { userId },
      join: () => {},
      conn: { transport: { writable: true }, writeBuffer: [] },
      emit: (_name: string, ids: string[]) => received.set(userId, ids.length),
    })
    const lists = createOnlineLists({ ...server, presence, io: () => undefined })
    const watchers = Array.from({ length: 1000 }, newId)
    for (const userId of watchers) {
      lists.watch(socketOf(userId) as never)
      await nextTurn()
    }
    await until(() => received.size === watchers.length)
    const pauseMs = await leastPauseMs(async () => {
      received.clear()
      lists.changed()
      await until(() => received.size === watchers.length)
    })
    lists.close()
    expect(new Set(received.values())).toEqual(new Set([100]))
    expect(pauseMs).toBeLessThanOrEqual(MAX_PAUSE_MS)
  })
})
