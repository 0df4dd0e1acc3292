import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { z } from 'zod'
import type { Endpoint, Page } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { texts } from '#contract/texts.ts'
import { publicResponses } from '../cache/public-responses.ts'
import type { PageCache } from '../cache/response-cache.ts'
import { urlPublisher } from '../files/publish-urls.ts'
import { databaseFault } from '../lib/db.ts'
import { badRequest, forbidden, invalid, notFound, unauthenticated } from '../lib/errors.ts'
import { LIMIT_RULES, type LimitRule } from '../lib/limits.ts'
import type { Services } from '../services.ts'
import { findCaller } from '../users/callers.ts'
import { once } from './idempotency.ts'
import type { Caller, Download, Early, Route } from './route.ts'

export const API_PREFIX = '/api'
const DEFAULT_MAX_BODY_BYTES = 256 * 1024

/** After this time the session is checked again, as it may have ended during the upload of the body. */
const SLOW_BODY_MS = 500

/** Results of the early hooks for the handler. */
type Prepared = { early: Early<Endpoint>; found: unknown; at: number }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
    prepared: Prepared | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

/**
 * Adds one route to the server. The order of checks follows decision 27: limits (429), token (401), role (403),
 * existence (404), ownership (403); only then the body is parsed (400) and the handler runs (409).
 */
export function serveRoute(
  app: FastifyInstance,
  services: Services,
  { endpoint, handler }: Route,
  cache?: PageCache,
): void {
  const publish = urlPublisher(endpoint.list?.item ?? endpoint.response)
  const { config } = services
  const answers = publicResponses(cache, endpoint)
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path,
    config: { endpoint },
    bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    schema: {
      response: {
        ...(endpoint.download || endpoint.status === 204 ? {} : { '2xx': { shape: endpoint.response } }),
        '4xx': { shape: ErrorBody },
        '5xx': { shape: ErrorBody },
      },
    },
    onRequest: async (request) => {
      request.caller = await admit(services, endpoint, handler.limits ?? [], request)
    },
    preParsing: (async (request) => {
      const early = {
        params: parseParams(endpoint, request),
        user: request.caller,
        address: request.ip,
        log: request.log,
      } as Early<Endpoint> // `admit` has made sure that there is a caller where the contract promises one
      const isCacheable = answers?.isFor(request)
      const at = performance.now()
      request.prepared = { early, found: isCacheable ? undefined : await handler.find?.(early), at }
    }) satisfies preParsingHookHandler,
    handler: async (request, reply) => {
      if (!request.prepared) throw new Error('A route was called without its checks')
      const { early, at } = request.prepared
      let { found } = request.prepared
      if (early.user && performance.now() - at > SLOW_BODY_MS) {
        if (!(await findCaller(services, request.headers.authorization))) throw unauthenticated()
      }
      reply.status(endpoint.status)
      if (request.headers.authorization !== undefined) reply.header('cache-control', 'no-store')
      const act = async () => {
        const result = await handler.handle({
          ...early,
          found,
          query: parseInput(endpoint.query, request.query ?? {}),
          body: endpoint.sends ? undefined : parseInput(endpoint.body, request.body ?? {}),
          request,
          setStatus: (status: number) => void reply.status(status),
          setHeader: (name: string, value: string) => void reply.header(name, value),
        })
        await services.changes.note(endpoint.changes)
        return { status: reply.statusCode, body: result as unknown }
      }
      const publicly = (result: unknown) =>
        publish ? publishAll(endpoint, result, (value) => publish(value, config)) : result
      if (answers?.isFor(request)) {
        return answers.send(request, reply, early.params, async () => {
          found = await handler.find?.(early)
          return answer(endpoint, reply, publicly((await retrying(act)).body))
        })
      }
      const key = idempotencyKey(endpoint, request)
      const { status, body: result } = key
        ? await once(services.db, key, () => retrying(act))
        : await retrying(act)
      reply.status(status)
      return answer(endpoint, reply, publicly(result))
    },
  })
}

/** Limits, token and role: all checks without the row and the body. */
async function admit(
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

/** The idempotency key of a POST by a signed-in person (G19), if the request has one. */
function idempotencyKey(endpoint: Endpoint, { headers, caller, url }: FastifyRequest) {
  const key = headers['idempotency-key']
  if (endpoint.method !== 'POST' || endpoint.sends || caller === undefined || typeof key !== 'string')
    return undefined
  // Its response is a token, and tokens are not stored.
  if (endpoint.path === '/users/login') return undefined
  if (!z.uuid().safeParse(key).success) throw badRequest(texts.general.invalid)
  return { userId: caller.id, path: url.split('?')[0] ?? url, key: key.toLowerCase() }
}

function parseParams(endpoint: Endpoint, request: FastifyRequest): unknown {
  const parsed = endpoint.params.safeParse(request.params ?? {})
  if (!parsed.success) throw notFound()
  return parsed.data
}

function parseInput(shape: z.ZodType, given: unknown): unknown {
  const parsed = shape.safeParse(given)
  if (parsed.success) return parsed.data
  throw invalid(fieldTexts(parsed.error))
}

/** The first text for each input; nested inputs with dots (decision 27). */
function fieldTexts(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.')] ??= issue.message
  return Object.keys(fields).some((name) => name !== '') ? fields : { body: texts.general.malformed }
}

const MAX_TRIES = 4

/** Retries a handler whose transaction lost against another one and was rolled back. */
async function retrying<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (tries >= MAX_TRIES || databaseFault(error) !== 'again') throw error
    }
  }
}

function publishAll(endpoint: Endpoint, result: unknown, publish: (value: unknown) => unknown): unknown {
  if (!endpoint.list) return publish(result)
  const page = result as Page<unknown>
  return { ...page, items: page.items.map(publish) }
}

function answer(endpoint: Endpoint, reply: FastifyReply, result: unknown): unknown {
  if (endpoint.download === 'pdf') {
    const { body, disposition } = result as Download
    return reply.type('application/pdf').header('content-disposition', disposition).send(body)
  }
  if (endpoint.status === 204) return reply.send()
  if (!endpoint.list) return result
  const { items, total, hires } = result as Page<unknown>
  reply.header('x-total-count', total)
  if (hires !== undefined) reply.header('x-total-hires', hires)
  return endpoint.list.wrap ? { [endpoint.list.wrap]: items } : items
}
