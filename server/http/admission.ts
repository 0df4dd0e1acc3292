import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { forbidden, unauthenticated } from '../lib/errors.ts'
import { LIMIT_RULES, type LimitRule } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { findCaller } from '../users/callers.ts'
import type { Caller } from './route.ts'

/** After this time the session is checked again, as it may have ended during the upload of the body. */
const SLOW_BODY_MS = 500

/** Checks limits (429), token (401) and role (403): everything that needs neither a row nor the body (decision 27). */
export async function admit(
  services: Services,
  endpoint: Endpoint,
  limits: readonly LimitRule[],
  request: FastifyRequest,
): Promise<Caller | undefined> {
  await services.limits.take(LIMIT_RULES.calls, request.ip)
  for (const rule of limits) if (rule.per === 'address') await services.limits.take(rule, request.ip)
  const caller = await findCaller(services, request.headers.authorization)
  if (caller) await services.limits.take(LIMIT_RULES.userCalls, caller.id)
  if (endpoint.access === 'anyone') return caller
  if (!caller) throw unauthenticated()
  for (const rule of limits) if (rule.per === 'user') await services.limits.take(rule, caller.id)
  if (endpoint.access !== 'signed-in' && endpoint.access !== caller.role) throw forbidden()
  return caller
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
