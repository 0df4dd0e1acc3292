import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf, type CachedResponse, type Encoding } from './cached-response.ts'

/** Sends the variant that the client accepts, or 304 if the client has it. A status of 410 set before stays. */
export async function sendCachedResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  document: CachedResponse,
): Promise<FastifyReply> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const etag = etagOf(document, encoding)
  const vary = [reply.getHeader('vary'), 'accept-encoding', document.headers.vary].filter(Boolean).join(', ')
  reply.headers({ 'cache-control': 'no-cache', ...document.headers, etag, vary })
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    for (const name of Object.keys(reply.getHeaders())) {
      if (!SENT_WITH_304.test(name) && !(name in document.headers)) reply.removeHeader(name)
    }
    return reply.status(304).send()
  }
  if (reply.statusCode !== 410) reply.status(document.status)
  reply.type(document.type)
  if (encoding !== 'plain') reply.header('content-encoding', encoding)
  return reply.send(await bodyOf(document, encoding))
}

/** A 304 repeats only the headers that may update the cached response (RFC 9110, 15.4.5). */
const SENT_WITH_304 = /^(cache-control|etag|vary|x-request-id|access-control-.*)$/

export const encodingFor = (accepted: string | string[] | undefined = ''): Encoding =>
  /\bbr\b/.test(String(accepted)) ? 'br' : /\bgzip\b/.test(String(accepted)) ? 'gzip' : 'plain'

/** A strong ETag stands for identical bytes, so each encoding has its own. */
export const etagOf = ({ etag }: CachedResponse, encoding: Encoding): string =>
  encoding === 'plain' ? `"${etag}"` : `"${etag}-${encoding}"`

/** Whether If-None-Match contains the ETag. A proxy may have weakened it. */
export const matchesEtag = (known: string | undefined, etag: string): boolean =>
  known !== undefined && (known === etag || known.split(',').some((one) => opaque(one) === opaque(etag)))

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
