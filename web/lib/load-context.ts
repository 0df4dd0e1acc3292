import type { QueryClient } from '@tanstack/react-query'

/** The argument of a page's `load`, which starts the first queries of the page. */
export type LoadContext = {
  queryClient: QueryClient
  params: Record<string, string | undefined>
  url: URL
}
