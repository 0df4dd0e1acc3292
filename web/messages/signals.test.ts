import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignals, NO_SIGNALS, type Signals } from './signals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing is shown for some seconds after the last signal, or until the message arrives', () => {
  const { signals, shown } = open()
  signals.showTyping('ana')
  signals.showTyping('ben')
  vi.advanceTimersByTime(6000)
  signals.showTyping('ana')
  vi.advanceTimersByTime(6000)
  expect([...shown().typing]).toEqual(['ana'])
  signals.stopTyping('ana')
  expect(shown().typing.size).toBe(0)
})

test('own typing is throttled', () => {
  const { signals, sendTyping } = open()
  for (let letters = 0; letters < 600; letters += 1) {
    signals.sendTyping('ana')
    vi.advanceTimersByTime(100)
  }
  expect(sendTyping.mock.calls.length).toBe(10)
})

test('the read position only grows, unless it is no longer shared', async () => {
  const { signals, shown, fetchReadState } = open()
  signals.showRead('ana', 5)
  signals.showRead('ana', 3)
  expect(shown().readUpTo).toEqual({ ana: 5 })
  fetchReadState.mockResolvedValueOnce(undefined)
  await signals.refreshRead('ana')
  expect(shown().readUpTo).toEqual({ ana: 5 })
  fetchReadState.mockResolvedValueOnce(0)
  await signals.refreshRead('ana')
  expect(shown().readUpTo).toEqual({ ana: 0 })
})

function open() {
  let state: Signals = NO_SIGNALS
  const sendTyping = vi.fn()
  const fetchReadState = vi.fn(async (): Promise<number | undefined> => 0)
  const signals = createSignals({
    sendTyping,
    fetchReadState,
    changed: (next) => {
      state = next
    },
  })
  return { signals, shown: () => state, sendTyping, fetchReadState }
}
