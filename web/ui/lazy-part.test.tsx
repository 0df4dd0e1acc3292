import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPart } from './lazy-part.ts'

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const part = { default: () => <p>The part</p> }

function show(load: () => Promise<typeof part>) {
  const Part = lazyPart(load)
  render(
    <ErrorBoundary fallback={<p>Broken</p>}>
      <Suspense fallback={<p>Waiting</p>}>
        <Part />
      </Suspense>
    </ErrorBoundary>,
  )
}

test('without a connection its fallback stays, and it comes when the connection is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const load = vi.fn(() => Promise.resolve(part)).mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show(load)
  expect(await screen.findByText('Waiting')).toBeVisible()
  expect(load).toHaveBeenCalledOnce()
  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The part')).toBeVisible()
})

test('with a connection it is tried three times', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockReturnValue(undefined)
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  show(load)
  expect(screen.getByText('Waiting')).toBeVisible()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText('Broken')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})
