import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { API_PREFIX } from '../http/api-prefix.ts'

/** A `fetch` for one rendering, which adds to `topics` what the responses show. */
export type ApiFetch = (topics: Set<Topic>) => typeof fetch

/** Reads the API in this process, as a visitor: without a token and without the network. */
export function createApiFetch(app: FastifyInstance, endpoints: readonly Endpoint[]): ApiFetch {
  const topicsAt = topicFinder(endpoints)
  return (topics) =>
    (async (address: string) => {
      for (const topic of topicsAt(address)) topics.add(topic)
      const response = await app.inject({ method: 'GET', url: address })
      const headers = new Headers()
      for (const name of ['content-type', 'x-total-count', 'x-total-hires']) {
        const value = response.headers[name]
        if (value !== undefined) headers.set(name, String(value))
      }
      return new Response(response.body, { status: response.statusCode, headers })
    }) as typeof fetch
}

/** Topics of the public read at an address; private ones are refused to visitors and show nothing. */
function topicFinder(endpoints: readonly Endpoint[]): (address: string) => readonly Topic[] {
  const reads = endpoints
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
    // `/offers/search` goes before `/offers/:id`.
    .toSorted((a, b) => parameterCount(a) - parameterCount(b))
    .map(({ path, shows }) => ({ pattern: new URLPattern({ pathname: API_PREFIX + path }), shows }))
  return (address) => {
    const [pathname = ''] = address.split('?')
    return reads.find(({ pattern }) => pattern.test({ pathname }))?.shows ?? []
  }
}

const parameterCount = ({ path }: Endpoint) => path.split(':').length
