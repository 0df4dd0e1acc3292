import type { FastifyInstance } from 'fastify'
import { isAlive } from '../lib/db.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail, so that proxies send no more requests; all requests are still served. */
    announceStop: () => void
  }
}

/** Not compressed: these are the first responses, and must not load the compression. */
const TINY = { compress: false, config: { isUncounted: true } } as const

/** Below this, the database cannot write either. */
const FULL_BYTES = 1024 * 1024

/**
 * `/healthz`: the process lives. `/readyz`: its engines respond and can write (SECURITY-RULES D-3). Redis is optional,
 * so its absence is only reported. A stopping server is not ready.
 */
export function serveHealth(app: FastifyInstance, { bus, db, files }: Services): void {
  let stopping = false
  app.decorate('announceStop', () => {
    stopping = true
  })
  app.get('/healthz', TINY, async () => ({ status: 'ok' }))
  app.get('/readyz', TINY, async (_request, reply) => {
    if (stopping) return reply.status(503).send({ status: 'stopping' })
    const database = await isAlive(db)
    const disk = ((await files.freeBytes().catch(() => 0)) ?? Number.POSITIVE_INFINITY) > FULL_BYTES
    const redis = bus.reach()
    return reply.status(database && disk ? 200 : 503).send({
      status: database && disk ? 'ok' : 'unavailable',
      database,
      disk,
      ...(redis === 'alone' ? {} : { redis: redis === 'connected' }),
    })
  })
}
