import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Api } from './api.ts'
import { ApiError } from './api-failure.ts'
import { bindApi } from './api-query.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    /**
     * `personal`: the response depends on the caller, so it is read again after signing in.
     * `logsFailure`: the page works without the data; the catalogue requires a console message (decision 27).
     */
    queryMeta: { personal?: boolean; logsFailure?: boolean }
  }
}

const RETRY_MS = 500

/** The query client of the browser. */
export function createQueryClient() {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.logsFailure) console.error(error.message)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Offline requests fail with a message instead of pausing until the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < 1 && isTransient(error),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

const STALE_MS = 60_000

/** The query client of one rendering on the server: sends its requests to `api`, once, and keeps every result. */
export function createServerQueryClient(api: Api) {
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_MS, gcTime: Number.POSITIVE_INFINITY, networkMode: 'always', retry: false },
    },
  })
  bindApi(queryClient, api)
  return queryClient
}

/** Refusals are not retried; a broken connection or a failing server may recover. */
function isTransient(error: unknown) {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
