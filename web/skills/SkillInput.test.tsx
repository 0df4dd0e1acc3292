import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../lib/query-client.ts'
import { apiServer } from '../test/api-server.ts'
import { listResponse } from '../test/portfolio.ts'
import { SkillInput } from './SkillInput.tsx'

const api = apiServer()
const SUGGESTIONS = 'GET /offers/technology'

beforeEach(() => {
  // Timers only: responses come over the real network.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: false })
})
afterEach(() => vi.useRealTimers())

test('suggestions are requested once, 300 ms after the last key', {
  tags: ['CONST-12', 'VAL-56'],
}, async () => {
  api.on(SUGGESTIONS, listResponse([{ name: 'React' }, { name: 'React Native' }]))
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SkillInput label="Skills" value={[]} onChange={() => undefined} />
    </QueryClientProvider>,
  )
  const input = screen.getByRole('combobox', { name: 'Skills' })
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  for (const typed of ['r', 're', 'rea']) {
    fireEvent.change(input, { target: { value: typed } })
    await wait(299)
  }
  expect(api.callsOf(SUGGESTIONS)).toEqual([])
  await wait(1)
  await vi.waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2), 8000)
  expect(api.callsOf(SUGGESTIONS).map(({ query }) => query.get('q'))).toEqual(['rea'])

  // No request without input.
  fireEvent.change(input, { target: { value: '' } })
  await wait(1000)
  vi.useRealTimers()
  await api.settled()
  expect(api.callsOf(SUGGESTIONS)).toHaveLength(1)
})

test('Enter takes the suggestion that arrived late and begins with the typed text', {
  tags: ['CONST-12'],
}, async () => {
  api.on(SUGGESTIONS, listResponse([{ name: 'React' }, { name: 'Unreal Engine' }]))
  const onChange = vi.fn()
  render(
    <QueryClientProvider client={createQueryClient()}>
      <SkillInput label="Skills" value={[]} onChange={onChange} />
    </QueryClientProvider>,
  )
  const input = screen.getByRole('combobox', { name: 'Skills' })
  for (const typed of ['r', 're', 'rea']) fireEvent.change(input, { target: { value: typed } })
  await act(() => vi.advanceTimersByTimeAsync(300))
  await vi.waitFor(() => expect(screen.getByRole('option', { name: 'React' })).toBeInTheDocument(), 8000)
  fireEvent.keyDown(input, { key: 'Enter' })
  expect(onChange).toHaveBeenLastCalledWith(['React'])
})
