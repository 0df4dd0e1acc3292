import type { IncomingMessage, Server } from 'node:http'

const CHECKS_PER_TIMEOUT = 3
const MAX_INTERVAL_MS = 1000

/** Uploads, which have the longer time of Node's `requestTimeout`. */
const uploads = new WeakSet<IncomingMessage>()

/** Exempts this request from `endSlowBodies`. */
export const allowSlowBody = (request: IncomingMessage): void => void uploads.add(request)

/**
 * Closes connections whose request has not arrived `timeoutMs` after its headers, also if it has been responded to: Node
 * reads the body of a refused request to its end (G8). Call it after other libraries have attached to this server,
 * as these may hide requests from listeners attached before.
 */
export function endSlowBodies(server: Server, timeoutMs: number): () => void {
  const arriving = new Map<IncomingMessage, number>()
  server.on('request', (request) => {
    const { headers } = request
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
    arriving.set(request, performance.now() + timeoutMs)
  })
  const check = () => {
    for (const [request, end] of arriving) {
      if (request.complete || request.socket.destroyed || uploads.has(request)) arriving.delete(request)
      else if (end <= performance.now()) request.socket.destroy()
    }
  }
  const clock = setInterval(check, Math.min(timeoutMs / CHECKS_PER_TIMEOUT, MAX_INTERVAL_MS)).unref()
  return () => clearInterval(clock)
}
