import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Config } from '../config.ts'
import { createSpanExporter, type Span } from './span-exporter.ts'
import { createTraceReader } from './trace-parent.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: OpenSpan | undefined
  }
}

/** A span that has not ended. */
type OpenSpan = Pick<Span, 'traceId' | 'spanId' | 'parentSpanId' | 'startMs'>

export type Tracing = ReturnType<typeof createTracing>

/**
 * Sends spans of requests, jobs and their statements to an OpenTelemetry collector (OTLP over HTTP). A trace that a
 * proxy has begun continues here; the trace ID is the request ID in our log. Spans carry routes, statuses and the text
 * of statements, never values.
 */
export function createTracing(
  config: Config & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  log: FastifyBaseLogger,
) {
  const exporter = createSpanExporter(config, log)
  const parentOf = createTraceReader(config.TRUST_PROXY)
  const current = new AsyncLocalStorage<OpenSpan | undefined>()
  const system = config.DATABASE_URL ? 'postgresql' : 'sqlite'
  const isChosen = () => Math.random() < config.OTEL_TRACES_SAMPLER_ARG

  return {
    followRequests(app: FastifyInstance): void {
      app.decorateRequest('span', undefined)
      app.addHook('onRequest', (request, _reply, done) => {
        // A page requests its data by calls of its own.
        const outer = current.getStore()
        const given = outer ? undefined : parentOf(request.raw)
        if (!outer && !(given?.isSampled ?? isChosen())) return done()
        const parent = outer ?? given
        request.span = openSpan(parent?.traceId ?? request.id, parent?.spanId)
        current.run(request.span, done)
      })
      app.addHook('onResponse', ({ span, method, routeOptions }, { statusCode }, done) => {
        if (span) {
          const route = routeOptions.url ?? 'none'
          exporter.add({
            ...span,
            name: `${method} ${route}`,
            kind: 'server',
            endMs: nowMs(),
            isFailed: statusCode >= 500,
            attributes: {
              'http.request.method': method,
              'http.route': route,
              'http.response.status_code': statusCode,
            },
          })
        }
        done()
      })
    },

    /** Background work after the response to a request: not part of its trace. */
    apart: <T>(work: () => T): T => current.run(undefined, work),

    /** The same, as a trace of its own. */
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!isChosen()) return current.run(undefined, work)
      const span = openSpan(randomHex(16))
      const end = (isFailed: boolean) =>
        exporter.add({ ...span, name, kind: 'internal', endMs: nowMs(), isFailed, attributes: {} })
      try {
        const result = await current.run(span, work)
        end(false)
        return result
      } catch (error) {
        end(true)
        throw error
      }
    },

    /** For Kysely's log: a statement that has just ended. */
    queried({ level, query, queryDurationMillis }: LogEvent, operation: string): void {
      const parent = current.getStore()
      if (parent === undefined) return
      const endMs = nowMs()
      exporter.add({
        ...openSpan(parent.traceId, parent.spanId),
        startMs: endMs - queryDurationMillis,
        name: operation,
        kind: 'client',
        endMs,
        isFailed: level === 'error',
        attributes: {
          'db.system.name': system,
          'db.operation.name': operation,
          'db.query.text': query.sql,
        },
      })
    },

    close: () => exporter.close(),
  }
}

/** Milliseconds since 1970, in fractions. */
const nowMs = () => performance.timeOrigin + performance.now()

const randomHex = (bytes: number) => randomBytes(bytes).toString('hex')

const openSpan = (traceId: string, parentSpanId?: string): OpenSpan => ({
  traceId,
  spanId: randomHex(8),
  parentSpanId,
  startMs: nowMs(),
})
