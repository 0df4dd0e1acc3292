import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { LIMIT_RULES, type LimitRule } from '../lib/limits.ts'
import { RENDERING } from '../pages/api-fetch.ts'
import type { Services } from '../services.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For monitoring, which must go on when an address is refused. */
    isUncounted?: boolean
  }
}

/**
 * Counts every request against the limits of its address, before other work and before the cache (X4). The reads of a
 * page's rendering are counted with the page.
 */
export function countRequests(app: FastifyInstance, { limits }: Services): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint, isUncounted } = request.routeOptions.config
    if (isUncounted || request.socket.remoteAddress === RENDERING) return done()
    const rules = endpoint ? addressRules(endpoint, request) : CALLS
    // Synchronous where the limits are.
    let counting: Promise<void> | undefined
    for (const rule of rules) {
      counting = counting
        ? counting.then(() => limits.take(rule, request.address))
        : limits.take(rule, request.address)
    }
    if (counting) counting.then(() => done(), done)
    else done()
  })
}

const CALLS: readonly LimitRule[] = [LIMIT_RULES.calls]

function addressRules({ limits }: Endpoint, { headers }: FastifyRequest): readonly LimitRule[] {
  if (limits.length === 0) return CALLS
  const isVisitor = headers.authorization === undefined
  const own = limits.map((name): LimitRule => LIMIT_RULES[name])
  return [...CALLS, ...own.filter(({ per }) => per === 'address' || (per === 'reader' && isVisitor))]
}
