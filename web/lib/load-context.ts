import type { QueryClient } from '@tanstack/react-query'

/** What a page's `load` gets: it starts the queries that the page shows first. */
export type LoadContext = {
  queryClient: QueryClient
  params: Record<string, string | undefined>
  url: URL
}
