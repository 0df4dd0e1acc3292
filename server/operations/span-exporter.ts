import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'

/** A span of OpenTelemetry. Ids are hexadecimal. */
export type Span = {
  traceId: string
  spanId: string
  parentSpanId: string | undefined
  name: string
  kind: keyof typeof KINDS
  startMs: number
  endMs: number
  isFailed: boolean
  attributes: Record<string, string | number>
}

const KINDS = { internal: 1, server: 2, client: 3 }
const FAILED = 2
const MOST_AT_ONCE = 512
/** Spans above this number are dropped while the collector is unavailable. */
const MOST_WAITING = 4096
const TIMEOUT_MS = 10_000
/** For the remaining spans when the server stops. */
const SHUTDOWN_TIMEOUT_MS = 2000

type Settings = Pick<
  Config,
  'OTEL_BSP_SCHEDULE_DELAY' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_SERVICE_NAME'
> & {
  OTEL_EXPORTER_OTLP_ENDPOINT: string
}

/** Exports spans in batches, as OTLP in JSON over HTTP, in the background. An unavailable collector delays nothing. */
export function createSpanExporter(
  settings: Settings,
  log: FastifyBaseLogger,
  { shutdownTimeoutMs = SHUTDOWN_TIMEOUT_MS } = {},
) {
  const url = `${settings.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`
  const headers = { 'content-type': 'application/json', ...settings.OTEL_EXPORTER_OTLP_HEADERS }
  let waiting: Span[] = []
  let sending: Promise<void> | undefined
  let isUnavailable = false
  const stopping = new AbortController()
  const timer = setInterval(send, settings.OTEL_BSP_SCHEDULE_DELAY).unref()

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = undefined
    })
    return sending
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.slice(0, MOST_AT_ONCE)
      waiting = waiting.slice(MOST_AT_ONCE)
      const body = JSON.stringify(asOtlp(settings.OTEL_SERVICE_NAME, spans))
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        })
        await response.body?.cancel()
        if (!response.ok) throw new Error(`The collector responded ${response.status}`)
        isUnavailable = false
      } catch (error) {
        if (!isUnavailable) log.warn({ err: error }, 'trace export failed; these spans are dropped')
        isUnavailable = true
        return
      }
    }
  }

  return {
    add(span: Span): void {
      if (waiting.length < MOST_WAITING) waiting.push(span)
      if (waiting.length === MOST_AT_ONCE) void send()
    },
    async close(): Promise<void> {
      clearInterval(timer)
      const last = setTimeout(() => stopping.abort(), shutdownTimeoutMs)
      await sending
      await send()
      clearTimeout(last)
    },
  }
}

const asOtlp = (service: string, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: asAttributes({ 'service.name': service }) },
      scopeSpans: [
        {
          scope: { name: 'puente' },
          spans: spans.map(({ kind, startMs, endMs, isFailed, attributes, ...span }) => ({
            ...span,
            kind: KINDS[kind],
            startTimeUnixNano: asNanoseconds(startMs),
            endTimeUnixNano: asNanoseconds(endMs),
            attributes: asAttributes(attributes),
            status: isFailed ? { code: FAILED } : {},
          })),
        },
      ],
    },
  ],
})

const asAttributes = (values: Span['attributes']) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }))

/** A double holds milliseconds since 1970 to a quarter of a microsecond, and no nanoseconds. */
const asNanoseconds = (ms: number) => `${Math.round(ms * 1000)}000`
