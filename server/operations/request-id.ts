import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parentOf } from './trace-parent.ts'

/**
 * The number of a request in our log and in `X-Request-Id`: that of the trace which a proxy or a client has begun, so
 * that both logs can be read side by side; else a new one of the same form, which tells nobody how many requests there
 * are.
 */
export const requestIdOf = (headers: IncomingHttpHeaders): string =>
  parentOf(headers)?.traceId ?? newRequestId()

function newRequestId(): string {
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
