import type { FastifyInstance } from 'fastify'
import { isAlive } from '../lib/db.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on `/readyz` says that nothing more should be sent here; everything is answered as before. */
    announceStop: () => void
  }
}

/** Nobody compresses these, and what would look whether to is not loaded for them: they are the first answers. */
const TINY = { compress: false } as const

/** Less than this, and the database cannot write either. */
const FULL_BYTES = 1024 * 1024

/**
 * `/healthz`: the process lives. `/readyz`: its engines answer and can write (SECURITY-RULES D-3). Without Redis
 * everything works, only slower, so its absence is told and refuses nothing. A server that is about to stop is
 * not ready.
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
