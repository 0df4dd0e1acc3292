import type { FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { ApiError } from '../lib/errors.ts'

const SPAN_MS = 60_000
const MAX_SUBJECTS = 10_000
/** Of a token that has ended, or none: every visitor meets it. */
const USUAL = 'UNAUTHENTICATED'
/** The sign-in logs it, with the account. */
const LOGGED_ELSEWHERE = 'INVALID_CREDENTIALS'

const isEvent = (request: FastifyRequest, { status, code }: ApiError) =>
  [401, 403, 429].includes(status) ||
  (request.routeOptions.config.endpoint?.sends === 'multipart' && code !== 'INTERNAL')

/**
 * Logs 401, 403, 429 and refused uploads as security events (G16). Of one address, route and rule the first in a minute,
 * then the tenth, the hundredth and so on, each with its number: a flood must not fill the disk.
 */
export function createRefusalLog() {
  const counts = new LRUCache<string, { count: number }>({ max: MAX_SUBJECTS, ttl: SPAN_MS })

  return (request: FastifyRequest, error: ApiError): void => {
    const { code: rule } = error
    if (!isEvent(request, error) || rule === LOGGED_ELSEWHERE) return
    const { address, caller } = request
    const route = request.routeOptions.url
    const key = `${address} ${route} ${rule}`
    const known = counts.get(key) ?? { count: 0 }
    if (known.count === 0) counts.set(key, known)
    known.count += 1
    if (!Number.isInteger(Math.log10(known.count))) return
    const times = known.count > 1 ? { times: known.count } : {}
    const line = { event: 'refused', rule, route, userId: caller?.id, address, ...times }
    request.log[rule === USUAL ? 'info' : 'warn'](line, 'security')
  }
}
