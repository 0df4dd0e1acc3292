import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/
const NO_TRACE = '0'.repeat(32)

/**
 * The number of a request in our log and in `X-Request-Id`: that of the trace which a proxy or a client has begun
 * (W3C `traceparent`), so that both logs can be read side by side; else a new one of the same form, which tells nobody
 * how many requests there are.
 */
export function requestIdOf({ traceparent }: IncomingHttpHeaders): string {
  if (typeof traceparent === 'string') {
    const [, trace = NO_TRACE] = TRACEPARENT.exec(traceparent) ?? []
    if (trace !== NO_TRACE) return trace
  }
  if (used === ready.length) {
    randomFillSync(ready)
    used = 0
  }
  used += ID_BYTES
  return ready.toString('hex', used - ID_BYTES, used)
}

const ID_BYTES = 16
/** Random bytes are a system call, so there are some ready. */
const ready = Buffer.alloc(256 * ID_BYTES)
let used = ready.length
