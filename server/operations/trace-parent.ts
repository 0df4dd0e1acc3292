import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { canonicalAddress, createProxyCheck } from '../http/client-address.ts'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

/** Reads the trace of a trusted proxy; strangers cannot choose IDs of the log. */
export function createTraceReader(trustedProxies: readonly string[]) {
  const isTrusted = createProxyCheck(trustedProxies)
  return ({ headers, socket }: IncomingMessage): TraceParent | undefined =>
    headers.traceparent !== undefined && isTrusted(canonicalAddress(socket.remoteAddress ?? ''))
      ? parentOf(headers)
      : undefined
}

/** W3C `traceparent`. */
function parentOf({ traceparent }: IncomingHttpHeaders): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (isNothing(traceId) || isNothing(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const isNothing = (id: string) => /^0*$/.test(id)
