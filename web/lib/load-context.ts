import type { QueryClient } from '@tanstack/react-query'
import { createContext, RouterContextProvider } from 'react-router'

/** The argument of a page's `load`, which starts the first queries of the page. */
export type LoadContext = {
  queryClient: QueryClient
  params: Record<string, string | undefined>
  url: URL
}

/** The query client of a loader: the browser's, or that of one rendering on the server. */
export const queryClientContext = createContext<QueryClient>()

/** The router's context with this query client. */
export const contextWith = (queryClient: QueryClient) =>
  new RouterContextProvider(new Map([[queryClientContext, queryClient]]))
