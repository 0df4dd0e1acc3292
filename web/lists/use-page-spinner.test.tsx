import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePageSpinner } from './use-page-spinner.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const show = (start: { page: number; isMissing: boolean }) =>
  renderHook(({ page, isMissing }) => usePageSpinner(page, isMissing), { initialProps: start })

const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

test('a list that opens does not turn, whatever page it opens on [PROJ-16]', () => {
  expect(show({ page: 3, isMissing: true }).result.current).toBe(false)
})

test('a change of page turns for 500 ms, although its data are there at once [PROJ-16, DIR-14]', () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: false })
  expect(list.result.current).toBe(true)
  wait(499)
  expect(list.result.current).toBe(true)
  wait(1)
  expect(list.result.current).toBe(false)
})

test('it turns for longer while data are missing [PROJ-16]', () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: true })
  wait(2000)
  expect(list.result.current).toBe(true)
  list.rerender({ page: 2, isMissing: false })
  expect(list.result.current).toBe(false)
})

test('data that are missing for another reason are no turn', () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: false })
  wait(500)
  list.rerender({ page: 2, isMissing: true })
  expect(list.result.current).toBe(false)
})
