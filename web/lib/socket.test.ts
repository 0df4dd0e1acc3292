import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSocket } from './socket.ts'

type Listener = (payload?: unknown) => void

/** The used part of Socket.IO's client. */
const client = vi.hoisted(() => {
  const listeners = new Map<string, Listener>()
  const pings = new Set<Listener>()
  const socket = {
    connected: false,
    on: (name: string, listener: Listener) => listeners.set(name, listener),
    onAny: () => {},
    io: {
      on: (_ping: string, listener: Listener) => pings.add(listener),
      off: (_ping: string, listener: Listener) => pings.delete(listener),
    },
    connect: vi.fn(() => socket),
    disconnect: vi.fn(() => socket),
    removeAllListeners: () => {},
    offAny: () => {},
  }
  return {
    socket,
    io: vi.fn((_address: unknown, _options: unknown) => socket),
    open() {
      socket.connected = true
      listeners.get('connect')?.()
    },
    ping: () => pings.forEach((listener) => void listener()),
  }
})
vi.mock('socket.io-client', () => ({ io: client.io }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.clearAllMocks()
})

test('a device reconnects as soon as it wakes from sleep', () => {
  const connection = openSocket('ana', {
    receive: () => {},
    setState: () => {},
    watchesPresence: () => false,
  })
  client.open()
  for (let round = 0; round < 4; round += 1) {
    vi.advanceTimersByTime(15_000)
    client.ping()
  }
  expect(client.socket.connect).not.toHaveBeenCalled()

  // During sleep the clock runs, timers do not.
  vi.setSystemTime(Date.now() + 3_600_000)
  vi.advanceTimersByTime(5000)
  expect(client.socket.disconnect).toHaveBeenCalledOnce()
  expect(client.socket.connect).toHaveBeenCalledOnce()
  connection.close()
})

test('a device connects by WebSocket only, which needs no sticky sessions (S1)', () => {
  const device = { receive: () => {}, setState: () => {}, watchesPresence: () => false }
  openSocket('ana', device).close()
  expect(client.io.mock.calls.map(([, options]) => options)).toEqual([
    expect.objectContaining({ transports: ['websocket'] }),
  ])
})
