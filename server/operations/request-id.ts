import { randomFillSync } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { parentOf } from './trace-parent.ts'

/**
 * The ID of a request in our log and in `X-Request-Id`: the ID of its incoming trace, which connects both logs; else a
 * random one of the same format, which does not reveal the number of requests.
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
/** Random bytes are a system call, so they are generated in advance. */
const ready = Buffer.alloc(256 * ID_BYTES)
let used = ready.length
