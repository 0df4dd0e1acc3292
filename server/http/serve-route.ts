import { finished } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ErrorBody } from '#contract/errors.ts'
import { publicResponses } from '../cache/public-responses.ts'
import type { ResponseCache } from '../cache/response-cache.ts'
import { createFairSemaphore } from '../lib/fair-semaphore.ts'
import type { Services } from '../services.ts'
import { admit, checkSessionAfterSlowBody } from './admission.ts'
import { API_PREFIX } from './api-prefix.ts'
import { idempotencyKey, runOnce } from './idempotency.ts'
import { parseInput, parseParams } from './parse-input.ts'
import { retryRolledBack } from './retry-rolled-back.ts'
import type { Caller, Early, Route } from './route.ts'
import { resultSender } from './send-result.ts'

/** Waiting calls of one endpoint, of all people; each waits for the former one of the same person. */
const MAX_WAITING_TURNS = 200

const DEFAULT_MAX_BODY_BYTES = 256 * 1024

/** Results of the early hooks for the handler; `admittedAt` in ms of `performance.now()`. */
type Prepared = { early: Early<Endpoint>; found: unknown; admittedAt: number }

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address in canonical form. */
    address: string
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
  cache?: ResponseCache,
): void {
  const responses = publicResponses(cache, endpoint)
  const send = resultSender(endpoint, services.config)
  const { unbounded, serialPerPerson } = endpoint
  const turns =
    unbounded || serialPerPerson
      ? createFairSemaphore({ maxAtOnce: Number.POSITIVE_INFINITY, maxWaiting: MAX_WAITING_TURNS })
      : undefined
  app.route({
    method: endpoint.method,
    url: API_PREFIX + endpoint.path,
    config: { endpoint, ...(responses && { findCached: responses.find }) },
    bodyLimit: endpoint.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    schema: { response: responseShapes(endpoint) },

    onRequest: (request) => admit(services, endpoint, request),

    preParsing: (async (request) => {
      const admittedAt = performance.now()
      const early = {
        params: parseParams(endpoint, request.params),
        user: request.caller,
        address: request.address,
        log: request.log,
      } as Early<Endpoint> // `admit` has made sure that there is a caller where the contract promises one
      // A cached response needs no row.
      const found = responses?.isFor(request) ? undefined : await handler.find?.(early)
      request.prepared = { early, found, admittedAt }
    }) satisfies preParsingHookHandler,

    handler: async (request, reply) => {
      const { early, found, admittedAt } = preparedOf(request)
      await checkSessionAfterSlowBody(services, request, admittedAt)
      reply.status(endpoint.status)

      const run = (found: unknown) =>
        retryRolledBack(async () => {
          let isChanged = true
          const body: unknown = await handler.handle({
            ...early,
            found,
            query: parseInput(endpoint.query, request.query),
            body: endpoint.sends ? undefined : parseInput(endpoint.body, request.body),
            request,
            setStatus: (status) => void reply.status(status),
            setUnchanged: () => {
              isChanged = false
            },
            setHeader: (name, value) => void reply.header(name, value),
          })
          if (isChanged) await services.changes.publish(endpoint.changes)
          return { status: reply.statusCode, body }
        })

      if (responses?.isFor(request)) {
        return responses.send(request, reply, early.params, async () => {
          const { body } = await run(await handler.find?.(early))
          return send(reply, body)
        })
      }
      if (turns) {
        return turns.run(request.caller?.id ?? request.address, async () => {
          // The request may have timed out or been aborted while it waited.
          if (reply.sent || reply.raw.destroyed) return undefined
          const { body } = await run(found)
          if (!unbounded) return send(reply, body)
          await send(reply, body)
          // The next one of this person starts when this response is sent: it occupies memory until then (decision 29).
          await finished(reply.raw).catch(() => undefined)
          return undefined
        })
      }
      const key = idempotencyKey(endpoint, request, early.params)
      const { replay } = handler
      const { status, body } = key
        ? await runOnce(services, key, () => run(found), replay && ((id) => replay(early, id)))
        : await run(found)
      return send(reply.status(status), body)
    },
  })
}

/** Fields that are not in these shapes cannot be sent (G6). */
const responseShapes = ({ download, status, response }: Endpoint) => ({
  ...(download || status === 204 ? {} : { '2xx': { shape: response } }),
  '4xx': { shape: ErrorBody },
  '5xx': { shape: ErrorBody },
})

function preparedOf({ prepared }: FastifyRequest): Prepared {
  if (!prepared) throw new Error('A route was called without its checks')
  return prepared
}
