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

test('a list that opens shows no page spinner, on any page', { tags: 'PROJ-16' }, () => {
  expect(show({ page: 3, isMissing: true }).result.current).toBe(false)
})

test('a page change shows the spinner for 500 ms, even with cached data', {
  tags: ['PROJ-16', 'DIR-14'],
}, () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: false })
  expect(list.result.current).toBe(true)
  wait(499)
  expect(list.result.current).toBe(true)
  wait(1)
  expect(list.result.current).toBe(false)
})

test('the spinner stays until the data are loaded', { tags: 'PROJ-16' }, () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: true })
  wait(2000)
  expect(list.result.current).toBe(true)
  list.rerender({ page: 2, isMissing: false })
  expect(list.result.current).toBe(false)
})

test('data that are missing for another reason show no spinner', () => {
  const list = show({ page: 1, isMissing: false })
  list.rerender({ page: 2, isMissing: false })
  wait(500)
  list.rerender({ page: 2, isMissing: true })
  expect(list.result.current).toBe(false)
})
