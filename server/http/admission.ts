import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { confirmModerator } from '#contract/moderation.ts'
import { forbidden, notFound, unauthenticated } from '../lib/errors.ts'
import { LIMIT_RULES, type LimitRule } from '../lib/limits.ts'
import { setChosenLocale } from '../lib/locale.ts'
import { isModerator, requireConfirmed } from '../moderation/moderators.ts'
import { RENDERING } from '../pages/api-fetch.ts'
import type { Services } from '../services.ts'
import { findCaller } from '../users/callers.ts'

/** After this time the session is checked again, as it may have ended during the upload of the body. */
const SLOW_BODY_MS = 500

/**
 * Sets the caller, and checks token (401), the limits of the caller (429) and role (403): what needs neither a row nor the
 * body (decision 27).
 */
export async function admit(services: Services, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { limits } = services
  const { authorization } = request.headers
  const caller = await findCaller(services, authorization)
  // First, so that a refusal is logged with it (G16).
  request.caller = caller
  if (caller) setChosenLocale(caller.language)
  if (caller) await limits.take(LIMIT_RULES.userCalls, caller.id)
  if (endpoint.access === 'moderator') {
    // Before any 401: for others the call does not exist (MOD-01).
    if (!caller || !(await isModerator(services, caller.id))) throw notFound()
    const isAct = endpoint.method !== 'GET' && endpoint.path !== confirmModerator.path
    if (isAct) await requireConfirmed(services, caller.sessionId)
  }
  if (endpoint.access !== 'anyone' && !caller) throw unauthenticated()
  for (const name of endpoint.limits) {
    const rule: LimitRule = LIMIT_RULES[name]
    if (rule.per === 'user' && caller) await limits.take(rule, caller.id)
    // A request that the cache could respond to is not here any more. Pages have a limit of renderings.
    if (rule.per === 'miss' && request.socket.remoteAddress !== RENDERING) {
      await limits.take(rule, request.address)
    }
    // Requests without a token were counted before (count-requests.ts).
    if (rule.per === 'reader' && authorization !== undefined) {
      await limits.take(rule, caller?.id ?? request.address)
    }
  }
  if (endpoint.access === 'developer' || endpoint.access === 'recruiter') {
    if (endpoint.access !== caller?.role) throw forbidden()
  }
}

/** Throws 401 if the session has ended since `admittedAt` (`performance.now()`), while a slow body arrived. */
export async function checkSessionAfterSlowBody(
  services: Services,
  request: FastifyRequest,
  admittedAt: number,
): Promise<void> {
  if (request.caller === undefined || performance.now() - admittedAt <= SLOW_BODY_MS) return
  if (!(await findCaller(services, request.headers.authorization))) throw unauthenticated()
}
