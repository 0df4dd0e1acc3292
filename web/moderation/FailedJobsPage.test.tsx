import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FailedJobsPage } from './FailedJobsPage.tsx'
import { failedJobsQuery } from './moderation.api.ts'

test('a failed job shows kind, reason and attempts, and can be tried again unless it cannot be repeated', () => {
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  const job = { reason: 'EENVELOPE 550', attempts: 8, failedAt: '2026-01-02T00:00:00.000Z' }
  queryClient.setQueryData(failedJobsQuery().queryKey, [
    { ...job, _id: '1', kind: 'ticket mail', canRetry: true },
    { ...job, _id: '2', kind: 'reset mail', canRetry: false },
  ])
  render(
    <QueryClientProvider client={queryClient}>
      <FailedJobsPage />
    </QueryClientProvider>,
  )
  const [mail, reset] = screen.getAllByRole('listitem')
  if (!mail || !reset) throw new Error('no rows')
  expect(mail).toHaveTextContent(/ticket mail.*EENVELOPE 550.*8 attempts/)
  expect(within(mail).getByRole('button', { name: 'Try again' })).toBeEnabled()
  expect(reset).toHaveTextContent(/cannot be retried/)
  expect(within(reset).queryByRole('button')).toBeNull()
})
