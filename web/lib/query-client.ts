import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError
    /**
     * `personal`: the answer differs by who asks, so it is read again after signing in.
     * `logsFailure`: the page goes on without it; the catalogue wants its text in the console (DECISION 85).
     */
    queryMeta: { personal?: boolean; logsFailure?: boolean }
  }
}

const RETRY_MS = 500

/** One for the browser; on the server one for each page. */
export function createQueryClient({ isServer = false } = {}) {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.logsFailure && !isServer) console.error(error.message)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        gcTime: isServer ? Number.POSITIVE_INFINITY : 5 * 60_000,
        // An offline call fails and says so, instead of spinning until the line is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => !isServer && failures < 1 && isPassing(error),
        retryDelay: RETRY_MS,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
}

/** A refusal stays a refusal; a broken line or server may be back in a moment. */
function isPassing(error: unknown) {
  return !(error instanceof ApiError) || error.status === 0 || error.status >= 500
}
