import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createSignals, NO_SIGNALS, type Signals } from './signals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('typing shows for some seconds after the last word of it, or until the message comes', () => {
  const { signals, shown } = open()
  signals.typing('ana')
  signals.typing('ben')
  vi.advanceTimersByTime(6000)
  signals.typing('ana')
  vi.advanceTimersByTime(6000)
  expect([...shown().typing]).toEqual(['ana'])
  signals.stopTyping('ana')
  expect(shown().typing.size).toBe(0)
})

test('own typing is told now and then, however much is typed', () => {
  const { signals, tellTyping } = open()
  for (let letters = 0; letters < 600; letters += 1) {
    signals.tell('ana')
    vi.advanceTimersByTime(100)
  }
  expect(tellTyping.mock.calls.length).toBe(10)
})

test('what was read only grows, but for those who do not show it any more', async () => {
  const { signals, shown, askReadState } = open()
  signals.read('ana', 5)
  signals.read('ana', 3)
  expect(shown().readUpTo).toEqual({ ana: 5 })
  askReadState.mockResolvedValueOnce(undefined)
  await signals.refresh('ana')
  expect(shown().readUpTo).toEqual({ ana: 5 })
  askReadState.mockResolvedValueOnce(0)
  await signals.refresh('ana')
  expect(shown().readUpTo).toEqual({ ana: 0 })
})

function open() {
  let state: Signals = NO_SIGNALS
  const tellTyping = vi.fn()
  const askReadState = vi.fn(async (): Promise<number | undefined> => 0)
  const signals = createSignals({
    tellTyping,
    askReadState,
    changed: (next) => {
      state = next
    },
  })
  return { signals, shown: () => state, tellTyping, askReadState }
}
