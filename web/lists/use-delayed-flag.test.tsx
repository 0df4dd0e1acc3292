import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDelayedFlag } from './use-delayed-flag.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a state of less than 100 ms does not set the flag', () => {
  const { result, rerender } = renderHook(useDelayedFlag, { initialProps: true })
  wait(99)
  expect(result.current).toBe(false)
  rerender(false)
  wait(1000)
  expect(result.current).toBe(false)
})

test('the flag is set until the work ends, and is delayed again for the next one', () => {
  const { result, rerender } = renderHook(useDelayedFlag, { initialProps: true })
  wait(100)
  expect(result.current).toBe(true)
  rerender(false)
  expect(result.current).toBe(false)
  rerender(true)
  expect(result.current).toBe(false)
  wait(100)
  expect(result.current).toBe(true)
})
