import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useCountUp } from './use-count-up.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function Count({ value }: { value: number }) {
  const { ref, shown } = useCountUp<HTMLParagraphElement>(value)
  return <p ref={ref}>{shown}</p>
}

const shown = () => Number(screen.getByRole('paragraph').textContent)
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('counts up for 800 ms, and not longer', { tags: 'HOME-15' }, () => {
  withMotion(true)
  render(<Count value={1_000_000} />)
  expect(shown()).toBe(0)
  pass(200)
  const early = shown()
  expect(early).toBeGreaterThan(0)
  pass(400)
  expect(shown()).toBeGreaterThan(early)
  expect(shown()).toBeLessThan(1_000_000)
  pass(160)
  expect(shown()).toBeLessThan(1_000_000)
  pass(60)
  expect(shown()).toBe(1_000_000)
})

test('the number is final at once with reduced motion', { tags: 'HOME-15' }, () => {
  withMotion(false)
  render(<Count value={1_000_000} />)
  expect(shown()).toBe(1_000_000)
})

test('starts when it is visible, and counts once', { tags: 'HOME-15' }, () => {
  withMotion(true)
  const callbacks: IntersectionObserverCallback[] = []
  const isOver = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        callbacks.push(callback)
      }
      observe() {}
      disconnect = isOver
    },
  )
  const see = (isIntersecting: boolean) =>
    act(() => callbacks[0]?.([{ isIntersecting } as IntersectionObserverEntry], {} as never))
  const { rerender } = render(<Count value={500} />)
  see(false)
  pass(2000)
  expect(shown()).toBe(0)
  see(true)
  expect(isOver).toHaveBeenCalledOnce()
  pass(820)
  expect(shown()).toBe(500)
  rerender(<Count value={500} />)
  pass(100)
  expect([shown(), callbacks.length]).toEqual([500, 1])
})

const withMotion = (isWanted: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: !isWanted, addEventListener: () => undefined }))
