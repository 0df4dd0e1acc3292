import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { apiKeys } from './cache-keys.ts'
import { createCachedResponse } from './cached-response.ts'
import type { ResponseCache } from './response-cache.ts'
import { sendCachedResponse } from './send-cached-response.ts'

const HEADERS = ['x-total-count', 'x-total-hires']

/**
 * Caches responses to visitors by URL, compressed once, until one of their topics changes. Undefined for calls whose
 * responses depend on more than the URL. Requests with a token bypass the cache.
 */
export function publicResponses(cache: ResponseCache | undefined, endpoint: Endpoint) {
  const topics = new Set(endpoint.shows)
  if (!cache || topics.size === 0 || !endpoint.cached) return undefined
  const keyOf = apiKeys(endpoint)
  const isFor = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.authorization === undefined
  return {
    isFor,

    /** The cached response to a visitor. */
    find: (request: Pick<FastifyRequest, 'headers' | 'params' | 'query'>) =>
      isFor(request) ? cache.find(keyOf(request.params, request.query)) : undefined,

    /** The cached response, or the one that `respond` returns. */
    async send(
      request: FastifyRequest,
      reply: FastifyReply,
      params: unknown,
      respond: () => Promise<unknown>,
    ) {
      const document = await cache.get(keyOf(params, request.query), async () => {
        const body = await respond()
        const counts = HEADERS.flatMap((name) => {
          const value = reply.getHeader(name)
          return value === undefined ? [] : [[name, String(value)]]
        })
        return createCachedResponse(reply.serialize(body) as string, {
          type: 'application/json; charset=utf-8',
          topics,
          headers: {
            ...Object.fromEntries(counts),
            'cache-control': 'public, max-age=0, must-revalidate',
            vary: 'authorization',
          },
        })
      })
      return sendCachedResponse(request, reply, document)
    },
  }
}
