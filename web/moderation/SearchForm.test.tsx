import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { PeoplePage } from './LookUpPages.tsx'
import { foundPeopleQuery } from './moderation.api.ts'

test('the focus stays in the search field, whose value follows Back', async () => {
  const user = userEvent.setup()
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  for (const q of ['', 'ada']) {
    queryClient.setQueryData(foundPeopleQuery(q).queryKey, {
      pages: [{ items: [], total: 0 }],
      pageParams: [1],
    })
  }
  const router = createMemoryRouter([{ path: '/', element: <PeoplePage /> }])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const field = screen.getByRole('searchbox')
  await user.type(field, 'ada{Enter}')
  expect(router.state.location.search).toBe('?q=ada')
  expect(field).toHaveFocus()
  await act(() => router.navigate(-1))
  expect(screen.getByRole('searchbox')).toHaveValue('')
})
