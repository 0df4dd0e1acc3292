import type { OutgoingHttpHeaders } from 'node:http'
import querystring from 'node:querystring'
import type { FastifyInstance } from 'fastify'
import type { CallLimit } from '#contract/call-limits.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { getLocale } from '#contract/locale.ts'
import type { Topic } from '#contract/topics.ts'
import type { CachedResponse } from '../cache/cached-response.ts'
import { publicResponses } from '../cache/public-responses.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { API_PREFIX } from '../http/api-prefix.ts'
import { LIMIT_RULES } from '../lib/limits.ts'
import { nextTurn } from '../lib/turns.ts'

/** The dependencies of a rendering: its topics, and the limits of its calls. */
export type Reads = { topics: Set<Topic>; limits: Set<CallLimit> }

/** A `fetch` for one rendering, which adds the declarations of the endpoints to `reads`. */
export type ApiFetch = (reads: Reads) => typeof fetch

/** The peer address of internal requests, impossible for a connection. */
export const RENDERING = 'rendering'

/**
 * Reads the API in this process, as a visitor: without a token and without the network; a response in `cache` without a
 * request.
 */
export function createApiFetch(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  cache?: ResponseCache,
): ApiFetch {
  const readAt = readFinder(endpoints, cache)
  return ({ topics, limits }) => {
    let turn = Promise.resolve()
    return (async (address: string) => {
      const { endpoint, cached } = readAt(address)
      for (const topic of endpoint?.shows ?? []) topics.add(topic)
      for (const limit of endpoint?.limits ?? []) if (LIMIT_RULES[limit].per !== 'miss') limits.add(limit)
      if (cached)
        return responseOf(cached.plain, cached.status, { ...cached.headers, 'content-type': cached.type })
      // One after the other: the first read of each endpoint compiles code, and a page reads up to six (X1).
      turn = turn.then(nextTurn)
      await turn
      const locale = getLocale()
      const { body, statusCode, headers } = await app.inject({
        method: 'GET',
        url: address,
        remoteAddress: RENDERING,
        ...(locale !== 'en-quoted' && { headers: { 'accept-language': locale } }),
      })
      return responseOf(body, statusCode, headers)
    }) as typeof fetch
  }
}

function responseOf(body: BodyInit, status: number, all: OutgoingHttpHeaders): Response {
  const headers = new Headers()
  for (const name of ['content-type', 'x-total-count', 'x-total-hires']) {
    const value = all[name]
    if (value !== undefined) headers.set(name, String(value))
  }
  return new Response(body, { status, headers })
}

type Read = { endpoint?: Endpoint; cached?: CachedResponse | undefined }

/** The public read at an address, with its cached response; private ones are refused to visitors. */
function readFinder(endpoints: readonly Endpoint[], cache?: ResponseCache): (address: string) => Read {
  const reads = endpoints
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
    // `/offers/search` has precedence over `/offers/:id`.
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))
    .map((endpoint) => ({
      endpoint,
      pattern: new URLPattern({ pathname: API_PREFIX + endpoint.path }),
      responses: publicResponses(cache, endpoint),
    }))
  return (address) => {
    const [pathname = '', search] = address.split('?')
    for (const { endpoint, pattern, responses } of reads) {
      const found = pattern.exec({ pathname })
      if (!found) continue
      const params = Object.fromEntries(
        Object.entries(found.pathname.groups).map(([name, value = '']) => [
          name,
          querystring.unescape(value),
        ]),
      )
      return {
        endpoint,
        cached: responses?.find({ headers: {}, params, query: querystring.parse(search ?? '') }),
      }
    }
    return {}
  }
}

const parameterCount = ({ path }: Endpoint) => path.split(':').length
