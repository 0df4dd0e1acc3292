import type { FastifyInstance } from 'fastify'
import { isAlive } from '../lib/db.ts'
import type { Services } from '../lib/services.ts'

/**
 * `/healthz`: the process lives. `/readyz`: its engines answer (SECURITY-RULES D-3). Without Redis everything
 * works, only slower, so its absence is told and refuses nothing.
 */
export function serveHealth(app: FastifyInstance, { bus, db }: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await isAlive(db)
    const redis = bus.reach()
    return reply.status(database ? 200 : 503).send({
      status: database ? 'ok' : 'unavailable',
      database,
      ...(redis === 'alone' ? {} : { redis: redis === 'connected' }),
    })
  })
}
