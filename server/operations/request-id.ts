import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/
const NO_TRACE = '0'.repeat(32)
/** Of this process; behind it the requests are counted, which costs less than a new random number for each. */
const OWN = randomBytes(10).toString('hex')
let count = 0

/**
 * The number of a request in our log and in `X-Request-Id`: that of the trace which a proxy or a client has begun
 * (W3C `traceparent`), so that both logs can be read side by side; else a new one of the same form.
 */
export function requestIdOf({ traceparent }: IncomingHttpHeaders): string {
  if (typeof traceparent === 'string') {
    const [, trace = NO_TRACE] = TRACEPARENT.exec(traceparent) ?? []
    if (trace !== NO_TRACE) return trace
  }
  count += 1
  return OWN + count.toString(16).padStart(12, '0')
}
