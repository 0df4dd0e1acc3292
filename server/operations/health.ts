import type { FastifyInstance } from 'fastify'
import { isAlive } from '../lib/db.ts'
import type { Services } from '../lib/services.ts'

/** `/healthz`: the process lives. `/readyz`: its engines answer (SECURITY-RULES D-3). */
export function serveHealth(app: FastifyInstance, { db }: Services): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await isAlive(db)
    return reply.status(database ? 200 : 503).send({ status: database ? 'ok' : 'unavailable', database })
  })
}
