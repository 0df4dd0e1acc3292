import type { QueryClient, QueryFunction } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts'
import { type Api, browserApi, callFrom, type OptionsArgument } from './api.ts'

const apis = new WeakMap<QueryClient, Api>()

/** Replaces the browser's default for the queries of this client. */
export function bindApi(queryClient: QueryClient, api: Api) {
  apis.set(queryClient, api)
}

/** A `queryFn` that requests an endpoint through the query client's own API and stops with the query. */
export function apiQuery<E extends Endpoint>(
  endpoint: E,
  ...[options]: OptionsArgument<E>
): QueryFunction<ResponseOf<E>> {
  return ({ client, signal }) => callFrom(apis.get(client) ?? browserApi, endpoint, { ...options, signal })
}
