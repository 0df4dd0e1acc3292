import { crc32 } from 'node:zlib'
import etag from '@fastify/etag'
import type { FastifyInstance } from 'fastify'
import { isKnown } from '../pages/document.ts'

/**
 * Gives every answer that is made anew a weak mark, and 304 to who has it already; the plugin's own 304 would tell a
 * false length.
 */
export async function markAnswers(app: FastifyInstance): Promise<void> {
  await app.register(etag, {
    weak: true,
    replyWith304: false,
    hashFn: (payload) => `${crc32(payload).toString(36)}-${payload.length.toString(36)}`,
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return done(null, payload)
    const isUnchanged = isKnown(request.headers['if-none-match'], String(reply.getHeader('etag')))
    if (isUnchanged && request.method === 'GET' && reply.statusCode === 200) reply.status(304)
    // Nothing, not '', whose length would be told as that of the whole.
    return done(null, reply.statusCode === 304 ? null : payload)
  })
}
