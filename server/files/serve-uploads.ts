import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { Route } from '../http/route.ts'
import { serveRoute } from '../http/serve-route.ts'
import type { Services } from '../services.ts'

const MAX_PARTS = 3
const MAX_FIELD_BYTES = 1024

/** Calls that send multipart, in a scope of their own: every other call keeps refusing that type with 415 (G5). */
export async function serveUploads(app: FastifyInstance, services: Services, routes: Route[]): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      // Each reader stops at its own size (read-upload.ts), not the parser.
      limits: { parts: MAX_PARTS, fileSize: Number.POSITIVE_INFINITY, fieldSize: MAX_FIELD_BYTES },
      throwFileSizeLimit: false,
    })
    for (const route of routes) serveRoute(scope, services, route)
  })
}
