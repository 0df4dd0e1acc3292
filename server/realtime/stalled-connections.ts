import type { Socket } from 'node:net'

const CHECKS_PER_TIMEOUT = 3

/** Ends connections whose peer reads nothing of its pending data for `timeoutMs` (X5). */
export function endStalledConnections(connections: ReadonlySet<Socket>, timeoutMs: number): () => void {
  const waiting = new WeakMap<Socket, { flushed: number; since: number }>()

  function check(socket: Socket): void {
    if (socket.writableLength === 0) return void waiting.delete(socket)
    const flushed = socket.bytesWritten - socket.writableLength
    const known = waiting.get(socket)
    if (known?.flushed !== flushed) waiting.set(socket, { flushed, since: performance.now() })
    else if (performance.now() - known.since >= timeoutMs) socket.destroy()
  }

  const clock = setInterval(() => {
    for (const socket of connections) check(socket)
  }, timeoutMs / CHECKS_PER_TIMEOUT).unref()
  return () => clearInterval(clock)
}
