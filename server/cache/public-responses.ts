import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { makeDocument, sendDocument } from './cached-response.ts'
import type { PageCache } from './response-cache.ts'

const HEADERS = ['x-total-count', 'x-total-hires']

/**
 * Keeps what visitors are told by a call, as pages are kept: by address, compressed once, until something that it
 * shows changes. Undefined for calls whose answers depend on more than the address. Whoever sends a token is
 * never answered from it.
 */
export function publicAnswers(cache: PageCache | undefined, endpoint: Endpoint) {
  const topics = new Set(endpoint.shows)
  if (!cache || topics.size === 0 || !endpoint.cached) return undefined
  return {
    isFor: ({ headers }: FastifyRequest): boolean => headers.authorization === undefined,

    /** The kept answer, or the one that `tell` gives. */
    async send(request: FastifyRequest, reply: FastifyReply, tell: () => Promise<unknown>) {
      const document = await cache.get(request.url, async () => {
        const body = await tell()
        const told = HEADERS.flatMap((name) => {
          const value = reply.getHeader(name)
          return value === undefined ? [] : [[name, String(value)]]
        })
        return makeDocument(reply.serialize(body) as string, {
          type: 'application/json',
          topics,
          headers: {
            ...Object.fromEntries(told),
            'cache-control': 'public, max-age=0, must-revalidate',
            vary: 'authorization',
          },
        })
      })
      return sendDocument(request, reply, document)
    },
  }
}
