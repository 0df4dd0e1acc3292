import { crc32 } from 'node:zlib'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'
import { matchesEtag } from '../cache/send-cached-response.ts'

/**
 * Adds a weak ETag to every response without one, and responds 304 if the client has it; the plugin's own 304 has a
 * wrong Content-Length.
 */
export async function addEtags(app: FastifyInstance): Promise<void> {
  await app.register(etag, {
    weak: true,
    replyWith304: false,
    hashFn: (payload) => `${crc32(payload).toString(36)}-${payload.length.toString(36)}`,
  })
  app.addHook('onSend', ({ method, headers }, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const isRead = method === 'GET' || method === 'HEAD'
    const isUnchanged = matchesEtag(headers['if-none-match'], String(reply.getHeader('etag')))
    if (isRead && isUnchanged && reply.statusCode === 200) reply.status(304)
    if (reply.statusCode !== 304) return done(null, payload)
    // null, not '', which would add Content-Length: 0; but the framework cannot measure null for HEAD.
    return done(null, method === 'HEAD' ? '' : null)
  })
  // For HEAD, the framework sets the length of the empty body after all hooks.
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat().concat((_request, reply, _payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done()
    })
  })
}
