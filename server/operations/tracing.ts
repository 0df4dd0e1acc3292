import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  RandomIdGenerator,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-base'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { LogEvent } from 'kysely'
import type { Config } from '../config.ts'
import { currentSpan, type OpenSpan } from '../lib/spans.ts'
import { createTraceReader, type TraceParent } from './trace-parent.ts'
import { VERSION } from './version.ts'

declare module 'fastify' {
  interface FastifyRequest {
    span: TracedSpan | undefined
  }
}

/** Requested every second by proxies and monitoring. */
const UNTRACED = ['/healthz', '/readyz', '/metrics']
const MOST_AT_ONCE = 512
/** Spans above this number are dropped while the collector is unavailable. */
const MOST_WAITING = 4096
/** The timeout of the final flush. */
const SHUTDOWN_TIMEOUT_MS = 2000

type TracedSpan = OpenSpan & { span: Span; context: Context }

export type Tracing = ReturnType<typeof createTracing>

/**
 * Sends spans of requests, jobs, their statements and their calls to other services to an OpenTelemetry collector (OTLP over
 * HTTP). Continues a proxy's trace; the trace ID is the request ID of the log. Spans carry routes,
 * statuses and the text of statements, never values. Loaded only where a collector is set.
 */
export function createTracing(
  config: Config & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  log: FastifyBaseLogger,
  { shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = {},
) {
  const ids = new RandomIdGenerator()
  let givenTraceId: string | undefined
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': config.OTEL_SERVICE_NAME,
      'service.version': VERSION,
    }),
    idGenerator: {
      generateSpanId: () => ids.generateSpanId(),
      generateTraceId: () => givenTraceId ?? ids.generateTraceId(),
    },
    spanProcessors: [
      new BatchSpanProcessor(createExporter(config, log), {
        maxExportBatchSize: MOST_AT_ONCE,
        maxQueueSize: MOST_WAITING,
        scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
        exportTimeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      }),
    ],
  })
  const tracer = provider.getTracer('puente', VERSION)
  const parentOf = createTraceReader(config.TRUST_PROXY)
  const system = config.DATABASE_URL ? 'postgresql' : 'sqlite'
  const isChosen = () => Math.random() < config.OTEL_TRACES_SAMPLER_ARG

  const traced = (span: Span, context: Context): TracedSpan => ({
    span,
    context: trace.setSpan(context, span),
    begin(name, attributes) {
      const child = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, this.context)
      return traced(child, context)
    },
    end(error) {
      if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  })

  function beginTrace(name: string, kind: SpanKind, traceId?: string): TracedSpan {
    givenTraceId = traceId
    const span = tracer.startSpan(name, { kind, root: true }, ROOT_CONTEXT)
    givenTraceId = undefined
    return traced(span, ROOT_CONTEXT)
  }

  function beginRequest(id: string, outer: OpenSpan | undefined, given: TraceParent | undefined): TracedSpan {
    if (!outer && !given) return beginTrace('request', SpanKind.SERVER, id)
    const parent = outer ? (outer as TracedSpan).context : contextOf(given as TraceParent)
    return traced(tracer.startSpan('request', { kind: SpanKind.SERVER }, parent), ROOT_CONTEXT)
  }

  return {
    followRequests(app: FastifyInstance): void {
      app.decorateRequest('span', undefined)
      app.addHook('onRequest', (request, _reply, done) => {
        if (UNTRACED.includes(request.routeOptions.url ?? '')) return done()
        // The API calls of a page's rendering.
        const outer = currentSpan.getStore()
        const given = outer ? undefined : parentOf(request.raw)
        if (!outer && !(given?.isSampled ?? isChosen())) return done()
        request.span = beginRequest(request.id, outer, given)
        currentSpan.run(request.span, done)
      })
      app.addHook('onResponse', ({ span: open, method, routeOptions }, { statusCode }, done) => {
        if (open) {
          const route = routeOptions.url ?? 'none'
          open.span.updateName(`${method} ${route}`)
          open.span.setAttributes({
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': statusCode,
          })
          open.end(statusCode >= 500 ? statusCode : undefined)
        }
        done()
      })
    },

    /** Background work after a response: outside of its trace. */
    apart: <T>(work: () => T): T => currentSpan.run(undefined, work),

    /** The same, as a trace of its own. */
    async run<T>(name: string, work: () => Promise<T>): Promise<T> {
      if (!isChosen()) return currentSpan.run(undefined, work)
      const open = beginTrace(name, SpanKind.INTERNAL)
      try {
        const result = await currentSpan.run(open, work)
        open.end()
        return result
      } catch (error) {
        open.end(error)
        throw error
      }
    },

    /** For Kysely's log: a statement that has just ended. */
    queried({ level, query, queryDurationMillis }: LogEvent, operation: string): void {
      const parent = currentSpan.getStore() as TracedSpan | undefined
      if (parent === undefined) return
      const endMs = performance.timeOrigin + performance.now()
      const attributes = {
        'db.system.name': system,
        'db.operation.name': operation,
        'db.query.text': query.sql,
      }
      const startTime = endMs - queryDurationMillis
      const span = tracer.startSpan(
        operation,
        { kind: SpanKind.CLIENT, startTime, attributes },
        parent.context,
      )
      if (level === 'error') span.setStatus({ code: SpanStatusCode.ERROR })
      span.end(endMs)
    },

    /** Flushes the pending spans, but does not wait for a frozen collector. */
    async close(): Promise<void> {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, shutdownTimeoutMs)
      await Promise.race([provider.shutdown().catch(() => undefined), promise])
      clearTimeout(timer)
    },
  }
}

const contextOf = ({ traceId, spanId }: TraceParent): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true })

/** An unavailable collector delays nothing and is logged once; its spans are dropped. */
function createExporter(
  config: Config & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  log: FastifyBaseLogger,
): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: config.OTEL_EXPORTER_OTLP_TIMEOUT,
  })
  let isUnavailable = false
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const { error } = result
        if (error && !isUnavailable) log.warn({ err: error }, 'trace export failed; these spans are dropped')
        isUnavailable = error !== undefined
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
  }
}
