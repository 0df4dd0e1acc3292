import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { allowSlowBody } from '../http/body-timeout.ts'
import type { Route } from '../http/route.ts'
import { serveRoute } from '../http/serve-route.ts'
import type { Services } from '../services.ts'

const STALLED_TIMEOUT_MS = 120_000
const MAX_PARTS = 3
const MAX_FIELD_BYTES = 1024

/** Multipart calls in a separate scope: every other call refuses that type with 415 (G5). */
export async function serveUploads(app: FastifyInstance, services: Services, routes: Route[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      // read-upload.ts enforces the size, which differs by call.
      limits: { parts: MAX_PARTS, fileSize: Number.POSITIVE_INFINITY, fieldSize: MAX_FIELD_BYTES },
      throwFileSizeLimit: false,
    })
    // Other requests time out after 30 s without progress, but a picture may wait longer for its worker.
    scope.addHook('onRequest', (request, reply, done) => {
      allowSlowBody(request.raw)
      reply.raw.setTimeout(STALLED_TIMEOUT_MS, () => request.raw.destroy())
      done()
    })
    for (const route of routes) serveRoute(scope, services, route)
  })
}
