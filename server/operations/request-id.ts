import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/
const NO_TRACE = '0'.repeat(32)

/**
 * The number of a request in our log and in `X-Request-Id`: that of the trace which a proxy or a client has begun
 * (W3C `traceparent`), so that both logs can be read side by side; else a new one of the same form.
 */
export function requestIdOf({ traceparent }: IncomingHttpHeaders): string {
  const [, trace] = TRACEPARENT.exec(typeof traceparent === 'string' ? traceparent : '') ?? []
  return trace === undefined || trace === NO_TRACE ? randomUUID().replaceAll('-', '') : trace
}
