import { randomFillSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createTraceReader } from './trace-parent.ts'

/**
 * The ID of a request in the log and in `X-Request-Id`: the trace ID from a trusted proxy, which
 * connects both logs; else a random one of the same format, which does not reveal the number of requests.
 */
export function createRequestIds(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  const parentOf = createTraceReader(trustedProxies)
  return (request) => parentOf(request)?.traceId ?? newRequestId()
}

function newRequestId(): string {
  if (used === ready.length) {
    randomFillSync(ready)
    used = 0
  }
  used += ID_BYTES
  return ready.toString('hex', used - ID_BYTES, used)
}

const ID_BYTES = 16
/** Random bytes are a system call, so they are generated in advance. */
const ready = Buffer.alloc(256 * ID_BYTES)
let used = ready.length
