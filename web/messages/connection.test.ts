import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RealtimeState } from '../lib/realtime.ts'
import { type ConnectionState, createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a socket that connects soon is all there is, and nobody asks', async () => {
  const { socket, states, ask } = open()
  await vi.advanceTimersByTimeAsync(500)
  socket('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual(['live'])
  expect(ask).not.toHaveBeenCalled()
})

test('where no socket can be opened, the inbox is asked for every 15 s', async () => {
  const { socket, states, ask } = open()
  await vi.advanceTimersByTimeAsync(2000 + 4 * 15_000)
  expect(ask).toHaveBeenCalledTimes(5)
  expect(states).toEqual(['asking'])
  socket('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(5)
  expect(states).toEqual(['asking', 'live'])
})

test('without any line it says so, and goes on asking', async () => {
  const { socket, states, ask } = open()
  socket('connected')
  ask.mockResolvedValue(false)
  socket('connecting')
  await vi.advanceTimersByTimeAsync(2000)
  expect(states).toEqual(['live', 'connecting', 'offline'])
  ask.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(states.at(-1)).toBe('asking')
})

test('what the browser knows of its line counts at once', async () => {
  const { states, ask } = open()
  window.dispatchEvent(new Event('offline'))
  expect(states).toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(states).toEqual(['offline', 'asking'])
})

test('once closed, it neither asks nor tells', async () => {
  const { link, states, ask } = open()
  link.close()
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual([])
  expect(ask).not.toHaveBeenCalled()
})

function open() {
  let state: RealtimeState = 'connecting'
  let tell = () => {}
  const states: ConnectionState[] = []
  const ask = vi.fn(async () => true)
  const link = createConnection({
    socketState: () => state,
    onSocketState: (listener) => {
      tell = listener
      return () => {
        tell = () => {}
      }
    },
    ask,
    changed: (next) => states.push(next),
  })
  return {
    link,
    states,
    ask,
    socket(next: RealtimeState) {
      state = next
      tell()
    },
  }
}
