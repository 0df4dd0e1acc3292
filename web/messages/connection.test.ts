import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RealtimeState } from '../lib/realtime-connection.ts'
import { type ConnectionState, createConnection } from './connection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a socket that connects soon needs no polling', async () => {
  const { socket, states, poll } = open()
  await vi.advanceTimersByTimeAsync(500)
  socket('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual(['live'])
  expect(poll).not.toHaveBeenCalled()
})

test('polls every 15 s where no socket can be opened', async () => {
  const { socket, states, poll } = open()
  await vi.advanceTimersByTimeAsync(2000 + 4 * 15_000)
  expect(poll).toHaveBeenCalledTimes(5)
  expect(states).toEqual(['polling'])
  socket('connected')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(poll).toHaveBeenCalledTimes(5)
  expect(states).toEqual(['polling', 'live'])
})

test('reports offline when polling fails, and goes on polling', async () => {
  const { socket, states, poll } = open()
  socket('connected')
  poll.mockResolvedValue(false)
  socket('connecting')
  await vi.advanceTimersByTimeAsync(2000)
  expect(states).toEqual(['live', 'connecting', 'offline'])
  poll.mockResolvedValue(true)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(states.at(-1)).toBe('polling')
})

test('the offline and online events of the browser take effect at once', async () => {
  const { states, poll } = open()
  window.dispatchEvent(new Event('offline'))
  expect(states).toEqual(['offline'])
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(0)
  expect(poll).toHaveBeenCalledTimes(1)
  expect(states).toEqual(['offline', 'polling'])
})

test('once closed, neither polls nor reports', async () => {
  const { connection, states, poll } = open()
  connection.close()
  window.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toEqual([])
  expect(poll).not.toHaveBeenCalled()
})

function open() {
  let state: RealtimeState = 'connecting'
  let notify = () => {}
  const states: ConnectionState[] = []
  const poll = vi.fn(async () => true)
  const connection = createConnection({
    socketState: () => state,
    onSocketState: (listener) => {
      notify = listener
      return () => {
        notify = () => {}
      }
    },
    poll,
    changed: (next) => states.push(next),
  })
  return {
    connection,
    states,
    poll,
    socket(next: RealtimeState) {
      state = next
      notify()
    },
  }
}
