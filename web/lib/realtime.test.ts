import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from './auth.ts'
import type { Connection, RealtimeState, ServerEvent } from './realtime.ts'
import { realtime } from './realtime.ts'

type Hub = {
  receive: (name: ServerEvent, payload: unknown) => void
  setState: (state: RealtimeState) => void
}

// The socket is the network here; what the hub makes of it is what counts.
let failures = 0
const opened: { userId: string; hub: Hub; connection: Connection }[] = []
vi.mock('./socket.ts', () => ({
  openSocket: (userId: string, hub: Hub) => {
    // As good as code that cannot be fetched.
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    const connection = { emit: vi.fn(), close: vi.fn() }
    opened.push({ userId, hub, connection })
    return connection
  },
}))

const hello = { last: 3, unread: {}, bell: 1 }

beforeEach(() => {
  opened.length = 0
  failures = 0
})
afterEach(() => realtime.disconnect())

test('one connection for one person, told by its state', async () => {
  const states: string[] = []
  const stop = realtime.onState(() => states.push(realtime.state()))
  await Promise.all([realtime.connect('ana'), realtime.connect('ana')])
  expect(opened).toHaveLength(1)
  opened[0]?.hub.setState('connected')
  expect(states).toEqual(['connecting', 'connected'])
  stop()
})

test('a socket whose code cannot be fetched is tried again, less and less often, and not for who has left', async () => {
  vi.useFakeTimers()
  failures = 2
  await realtime.connect('ana')
  expect(realtime.state()).toBe('connecting')
  await vi.advanceTimersByTimeAsync(2900)
  expect(opened).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(100)
  expect(opened.map(({ userId }) => userId)).toEqual(['ana'])

  failures = 1
  await realtime.connect('berta')
  realtime.disconnect()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(opened).toHaveLength(1)
  vi.useRealTimers()
})

test('events reach those who listen, until they stop', async () => {
  await realtime.connect('ana')
  const heard = vi.fn()
  const stop = realtime.on('changed', heard)
  opened[0]?.hub.receive('changed', { topic: 'candidates', offerId: '1' })
  stop()
  opened[0]?.hub.receive('changed', { topic: 'candidates', offerId: '2' })
  expect(heard).toHaveBeenCalledExactlyOnceWith({ topic: 'candidates', offerId: '1' })
})

test('who comes late hears the last whole state, but no old event', async () => {
  await realtime.connect('ana')
  opened[0]?.hub.receive('hello', hello)
  opened[0]?.hub.receive('changed', { topic: 'candidates', offerId: '1' })
  const state = vi.fn()
  const change = vi.fn()
  realtime.on('hello', state)()
  realtime.on('changed', change)()
  expect(state).toHaveBeenCalledExactlyOnceWith(hello)
  expect(change).not.toHaveBeenCalled()
})

test('what is sent without a connection is dropped and said so', async () => {
  expect(realtime.emit('watchPresence', { on: true })).toBe(false)
  await realtime.connect('ana')
  expect(realtime.emit('watchPresence', { on: true })).toBe(false)
  opened[0]?.hub.setState('connected')
  expect(realtime.emit('watchPresence', { on: true })).toBe(true)
  expect(opened[0]?.connection.emit).toHaveBeenCalledExactlyOnceWith('watchPresence', { on: true })
})

test('another person gets another connection and no state of the former', async () => {
  await realtime.connect('ana')
  opened[0]?.hub.receive('hello', hello)
  await realtime.connect('eva')
  expect(opened[0]?.connection.close).toHaveBeenCalledOnce()
  expect(opened.map(({ userId }) => userId)).toEqual(['ana', 'eva'])
  const state = vi.fn()
  realtime.on('hello', state)()
  expect(state).not.toHaveBeenCalled()
})

test('signing out ends it [AUTH-16]', async () => {
  auth.signIn(`a.${btoa('{"id":"ana","role":"developer"}')}.c`)
  await realtime.connect('ana')
  auth.signOut('logout')
  expect(opened[0]?.connection.close).toHaveBeenCalledOnce()
  expect(realtime.state()).toBe('off')
})

test('a socket that could not be loaded in time is not opened after signing out', async () => {
  const connecting = realtime.connect('ana')
  realtime.disconnect()
  await connecting
  expect(opened).toEqual([])
})
