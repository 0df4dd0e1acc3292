import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Welcome } from './Welcome.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const shown = () =>
  [...document.querySelectorAll('svg.duration-1000')].map((image) => !image.classList.contains('opacity-0'))

describe.each(['developer', 'recruiter'] as const)('the welcome of a %s', (role) => {
  test('changes its image every 3 s, fading for 1 s', { tags: 'ONB-02' }, () => {
    render(<Welcome role={role} onStart={() => undefined} />)
    expect(shown()).toEqual([true, false])
    act(() => vi.advanceTimersByTime(2999))
    expect(shown()).toEqual([true, false])
    act(() => vi.advanceTimersByTime(1))
    expect(shown()).toEqual([false, true])
    act(() => vi.advanceTimersByTime(3000))
    expect(shown()).toEqual([true, false])
  })

  test('does not move with reduced motion (decision 35)', { tags: 'ONB-02' }, () => {
    vi.spyOn(window, 'matchMedia').mockReturnValue({ matches: true } as MediaQueryList)
    render(<Welcome role={role} onStart={() => undefined} />)
    act(() => vi.advanceTimersByTime(9000))
    expect(shown()).toEqual([true, false])
  })
})

test('each role has drawings of its own', { tags: 'ONB-02' }, () => {
  const drawingsOf = (role: 'developer' | 'recruiter') => {
    const { container, unmount } = render(<Welcome role={role} onStart={() => undefined} />)
    const drawings = [...container.querySelectorAll('svg.duration-1000')].map((drawing) => drawing.innerHTML)
    unmount()
    return drawings
  }
  expect(new Set([...drawingsOf('developer'), ...drawingsOf('recruiter')]).size).toBe(4)
})
