import { crc32 } from 'node:zlib'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'
import { isKnown } from '../cache/cached-response.ts'

/**
 * Gives every answer that is made anew a weak mark, and 304 to who has it already; the plugin's own 304 would tell a
 * false length.
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
    const isUnchanged = isKnown(headers['if-none-match'], String(reply.getHeader('etag')))
    if (isRead && isUnchanged && reply.statusCode === 200) reply.status(304)
    if (reply.statusCode !== 304) return done(null, payload)
    // Nothing, not '', whose length would be told as that of the whole; but the framework cannot measure nothing.
    return done(null, method === 'HEAD' ? '' : null)
  })
  // The framework measures the answer to a HEAD after all hooks, and so tells the length of nothing.
  app.addHook('onRoute', (route) => {
    if (route.method !== 'HEAD') return
    route.onSend = [route.onSend ?? []].flat().concat((_request, reply, _payload, done) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
      done()
    })
  })
}
