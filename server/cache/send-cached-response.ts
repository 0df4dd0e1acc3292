import type { OutgoingHttpHeaders } from 'node:http'
import { Negotiator } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { bodyOf, type CachedResponse, type Encoding } from './cached-response.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The cached response of this route to a request, if there is one. */
    findCached?: (request: FastifyRequest) => CachedResponse | undefined
  }
}

/** Sends cached responses before the checks of their route, and sets the `headers` of every other response. */
export function sendCacheHits(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const found = request.routeOptions.config.findCached?.(request)
    if (found) return void sendCachedResponse(request, reply, found, headers)?.catch(done)
    reply.headers(headers)
    done()
  })
}

/**
 * Sends the variant that the client accepts, or 304 if the client has it: past Fastify's serialiser and `onSend` hooks,
 * which would change nothing and take half of the time. A status of 410 and headers set before stay; a 304
 * has none of the `further` ones.
 */
export function sendCachedResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  document: CachedResponse,
  further: Record<string, string> = {},
): Promise<void> | undefined {
  // After the handler timeout.
  if (reply.sent) return undefined
  const encoding = encodingFor(headers['accept-encoding'])
  const etag = etagOf(document, encoding)
  if (!matchesEtag(headers['if-none-match'], etag)) {
    const body = bodyOf(document, encoding)
    if (body instanceof Promise)
      return body.then((ready) => sendBody(reply, document, encoding, ready, further))
    return sendBody(reply, document, encoding, body, further)
  }
  reply.hijack()
  reply.raw.writeHead(304, { ...headersOf304(reply), ...cachingHeaders(reply, document, encoding) }).end()
  return undefined
}

function sendBody(
  reply: FastifyReply,
  document: CachedResponse,
  encoding: Encoding,
  body: Buffer,
  further: Record<string, string>,
): undefined {
  const headers = {
    ...further,
    ...reply.getHeaders(),
    ...cachingHeaders(reply, document, encoding),
    'content-type': document.type,
    'content-length': body.length,
    ...(encoding !== 'plain' && { 'content-encoding': encoding }),
  } as OutgoingHttpHeaders
  reply.hijack()
  reply.raw.writeHead(reply.statusCode === 410 ? 410 : document.status, headers).end(body)
}

function cachingHeaders(reply: FastifyReply, document: CachedResponse, encoding: Encoding) {
  const vary = reply.getHeader('vary')
  return {
    ...document.headers,
    ...(vary !== undefined && { vary: `${String(vary)}, ${document.headers.vary}` }),
    etag: etagOf(document, encoding),
  }
}

/** A 304 repeats only the headers that may update the cached response (RFC 9110, 15.4.5). */
function headersOf304(reply: FastifyReply): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const name of SENT_WITH_304) {
    const value = reply.getHeader(name)
    if (value !== undefined) headers[name] = String(value)
  }
  return headers
}

const SENT_WITH_304 = ['x-request-id', 'access-control-allow-origin', 'access-control-expose-headers']

const negotiator = new Negotiator({
  supportedValues: ['br', 'gzip'],
  cache: new LRUCache<string, string>({ max: 100 }),
})

const encodingFor = (accepted: string | string[] | undefined = ''): Encoding =>
  (negotiator.negotiate(String(accepted)) as 'br' | 'gzip' | null) ?? 'plain'

/** A strong ETag stands for identical bytes, so each encoding has its own. */
export const etagOf = ({ etag }: CachedResponse, encoding: Encoding): string =>
  encoding === 'plain' ? `"${etag}"` : `"${etag}-${encoding}"`

/** Whether If-None-Match contains the ETag. A proxy may have weakened it. */
export const matchesEtag = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((one) => opaque(one) === opaque(etag)))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
