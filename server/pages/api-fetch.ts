import type { FastifyInstance } from 'fastify'
import type { CallLimit } from '#contract/call-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getLocale } from '#contract/locale.ts'
import type { Topic } from '#contract/topics.ts'
import { API_PREFIX } from '../http/api-prefix.ts'
import { LIMIT_RULES } from '../lib/limits.ts'

/** The dependencies of a rendering: its topics, and the limits of its calls. */
export type Reads = { topics: Set<Topic>; limits: Set<CallLimit> }

/** A `fetch` for one rendering, which adds the declarations of the endpoints to `reads`. */
export type ApiFetch = (reads: Reads) => typeof fetch

/** The peer address of internal requests, impossible for a connection. */
export const RENDERING = 'rendering'

/** Reads the API in this process, as a visitor: without a token and without the network. */
export function createApiFetch(app: FastifyInstance, endpoints: readonly Endpoint[]): ApiFetch {
  const readAt = readFinder(endpoints)
  return ({ topics, limits }) =>
    (async (address: string) => {
      const read = readAt(address)
      for (const topic of read?.shows ?? []) topics.add(topic)
      for (const limit of read?.limits ?? []) if (LIMIT_RULES[limit].per !== 'miss') limits.add(limit)
      const locale = getLocale()
      const response = await app.inject({
        method: 'GET',
        url: address,
        remoteAddress: RENDERING,
        ...(locale !== 'en-quoted' && { headers: { 'accept-language': locale } }),
      })
      const headers = new Headers()
      for (const name of ['content-type', 'x-total-count', 'x-total-hires']) {
        const value = response.headers[name]
        if (value !== undefined) headers.set(name, String(value))
      }
      return new Response(response.body, { status: response.statusCode, headers })
    }) as typeof fetch
}

/** The public read at an address; private ones are refused to visitors. */
function readFinder(endpoints: readonly Endpoint[]): (address: string) => Endpoint | undefined {
  const reads = endpoints
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
    // `/offers/search` has precedence over `/offers/:id`.
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))
    .map((endpoint) => ({ pattern: new URLPattern({ pathname: API_PREFIX + endpoint.path }), endpoint }))
  return (address) => {
    const [pathname = ''] = address.split('?')
    return reads.find(({ pattern }) => pattern.test({ pathname }))?.endpoint
  }
}

const parameterCount = ({ path }: Endpoint) => path.split(':').length
