import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { auth } from './auth.ts'
import { realtime } from './realtime.ts'
import type { Connection, ConnectionHandler } from './realtime-connection.ts'

// The socket is the network here.
let failures = 0
const opened: { userId: string; handler: ConnectionHandler; connection: Connection }[] = []
vi.mock('./socket.ts', () => ({
  openSocket: (userId: string, handler: ConnectionHandler) => {
    if (failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
    const connection = { emit: vi.fn(), close: vi.fn() }
    opened.push({ userId, handler, connection })
    return connection
  },
}))

const hello = { last: 3, unread: {}, bell: 1 }

beforeEach(() => {
  opened.length = 0
  failures = 0
})
afterEach(() => realtime.disconnect())

test('opens one connection per person and reports its state', async () => {
  const states: string[] = []
  const stop = realtime.onState(() => states.push(realtime.state()))
  await Promise.all([realtime.connect('ana'), realtime.connect('ana')])
  expect(opened).toHaveLength(1)
  opened[0]?.handler.setState('connected')
  expect(states).toEqual(['connecting', 'connected'])
  stop()
})

test('retries with backoff while the code of the socket cannot be fetched, and stops on disconnect', async () => {
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

test('delivers events until the listener unsubscribes', async () => {
  await realtime.connect('ana')
  const listener = vi.fn()
  const stop = realtime.on('changed', listener)
  opened[0]?.handler.receive('changed', { topic: 'candidates', offerId: '1' })
  stop()
  opened[0]?.handler.receive('changed', { topic: 'candidates', offerId: '2' })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ topic: 'candidates', offerId: '1' })
})

test('a late subscriber receives the last snapshot, but no old event', async () => {
  await realtime.connect('ana')
  opened[0]?.handler.receive('hello', hello)
  opened[0]?.handler.receive('changed', { topic: 'candidates', offerId: '1' })
  const state = vi.fn()
  const change = vi.fn()
  realtime.on('hello', state)()
  realtime.on('changed', change)()
  expect(state).toHaveBeenCalledExactlyOnceWith(hello)
  expect(change).not.toHaveBeenCalled()
})

test('emit returns false and sends nothing without a connection', async () => {
  expect(realtime.emit('watchPresence', { on: true })).toBe(false)
  await realtime.connect('ana')
  expect(realtime.emit('watchPresence', { on: true })).toBe(false)
  opened[0]?.handler.setState('connected')
  expect(realtime.emit('watchPresence', { on: true })).toBe(true)
  expect(opened[0]?.connection.emit).toHaveBeenCalledExactlyOnceWith('watchPresence', { on: true })
})

test('another person gets another connection and no snapshot of the former one', async () => {
  await realtime.connect('ana')
  opened[0]?.handler.receive('hello', hello)
  await realtime.connect('eva')
  expect(opened[0]?.connection.close).toHaveBeenCalledOnce()
  expect(opened.map(({ userId }) => userId)).toEqual(['ana', 'eva'])
  const state = vi.fn()
  realtime.on('hello', state)()
  expect(state).not.toHaveBeenCalled()
})

test('signing out closes the connection', { tags: 'AUTH-16' }, async () => {
  auth.signIn(`a.${btoa('{"id":"ana","role":"developer"}')}.c`)
  await realtime.connect('ana')
  auth.signOut('logout')
  expect(opened[0]?.connection.close).toHaveBeenCalledOnce()
  expect(realtime.state()).toBe('off')
})

test('does not open a socket whose code arrives after disconnect', async () => {
  const connecting = realtime.connect('ana')
  realtime.disconnect()
  await connecting
  expect(opened).toEqual([])
})
