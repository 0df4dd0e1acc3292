import type { IncomingHttpHeaders } from 'node:http'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

export type TraceParent = { traceId: string; spanId: string; isSampled: boolean }

/** The trace that a proxy or a client has begun (W3C `traceparent`). */
export function parentOf({ traceparent }: IncomingHttpHeaders): TraceParent | undefined {
  if (typeof traceparent !== 'string') return undefined
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? []
  if (isNothing(traceId) || isNothing(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

const isNothing = (id: string) => /^0*$/.test(id)
