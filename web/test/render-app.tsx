import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { announcementsQuery } from '../announcements/announcements.api.ts'
import { contextWith } from '../lib/load-context.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { startSession } from '../lib/session.ts'
import { createRoutes } from '../routes.tsx'

/** The whole application at an address; the session comes from local storage, as in a browser. */
export function renderApp(path: string) {
  startSession()
  const queryClient = createQueryClient()
  // Embedded in rendered pages.
  queryClient.setQueryData(announcementsQuery().queryKey, [])
  const router = createMemoryRouter(createRoutes(), {
    initialEntries: [path],
    getContext: () => contextWith(queryClient),
  })
  const { unmount } = render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    router,
    queryClient,
    unmount,
    path: () => router.state.location.pathname + router.state.location.search,
  }
}
