import type { FastifyInstance } from 'fastify'
import { isLoopback } from '../lib/limits.ts'
import type { Services } from '../services.ts'

/** Warns once about an untrusted proxy on this machine: all clients behind it share one limit (K2). */
export function warnOfUntrustedProxy(app: FastifyInstance, { config, log }: Services): void {
  if (config.TRUST_PROXY.length > 0) return
  let isSaid = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isSaid && request.headers['x-forwarded-for'] !== undefined && isLoopback(request.address)) {
      isSaid = true
      log.warn(
        'Requests come through a proxy that TRUST_PROXY does not name: all its clients are counted as one address.',
      )
    }
    done()
  })
}
