import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ResponseCache } from '../cache/response-cache.ts'
import { type Db, isAlive } from '../lib/db.ts'
import type { Services } from '../services.ts'
import { VERSION } from './version.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes `/readyz` fail, so that proxies send no new requests; requests are still served. */
    announceStop: () => void
  }
}

/** Not compressed, so that the first responses do not load the compression. */
const TINY = { compress: false, config: { isUncounted: true } } as const

/** The database cannot write below this. */
const FULL_BYTES = 1024 * 1024

/** Proxies wait 2 s for a check; a frozen database is detected after 5 s. */
const TIMEOUT_MS = 1500

/** Whether the database can be read now. */
export const isReadable = (db: Db): Promise<boolean> =>
  Promise.race([isAlive(db), wait(TIMEOUT_MS, false, { ref: false })])

/**
 * `/healthz`: liveness. `/readyz`: it can serve reads, from the cache while the database is unavailable
 * (decision 53); degradations are in the body. Redis is optional, so its absence is only reported. A stopping server
 * is not ready. `/readyz?exclude=database` is for proxies: with all servers taken out because of the database, none would
 * be left to serve cached pages and clear errors.
 */
export function serveHealth(
  app: FastifyInstance,
  services: Services,
  cache: ResponseCache | undefined,
): void {
  const { bus, db, freeSpace } = services
  let stopping = false
  app.decorate('announceStop', () => {
    stopping = true
  })
  app.get('/healthz', TINY, async () => ({ status: 'ok', version: VERSION }))
  app.get<{ Querystring: { exclude?: string } }>('/readyz', TINY, async ({ query }, reply) => {
    if (stopping) return reply.status(503).send({ status: 'stopping' })
    const database = await isReadable(db)
    const disk = ((await freeSpace.bytes().catch(() => 0)) ?? Number.POSITIVE_INFINITY) > FULL_BYTES
    const redis = bus.reach()
    const isReady = database || (cache?.holdsStale() ?? false)
    const status = !isReady ? 'unavailable' : database && disk ? 'ok' : 'degraded'
    return reply.status(isReady || query.exclude === 'database' ? 200 : 503).send({
      status,
      database,
      disk,
      ...(redis === 'alone' ? {} : { redis: redis === 'connected' }),
    })
  })
}
