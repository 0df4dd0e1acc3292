import type { Socket } from 'node:net'
import { createFixedWindows } from '../lib/limit-windows.ts'
import type { ChatSocket } from './sockets.ts'

const WINDOW_SECONDS = 60
const MAX_EVENTS = 30
const MAX_PACKETS = 300

/** Of one packet (S1). */
export const MAX_PACKET_BYTES = 16_000
const MAX_BYTES = MAX_PACKETS * MAX_PACKET_BYTES

/** Closes a connection at 300 packets of any kind in a minute, even before authentication (S2). */
export function closeIfFlooding(connection: ChatSocket['conn']): void {
  const count = createCounter()
  connection.on('packet', () => {
    if (count() >= MAX_PACKETS) connection.close(true)
  })
}

/** The parts of the WebSocket library that are used here. */
export type WebSocketLike = {
  on: (event: 'message' | 'ping' | 'pong', listener: () => void) => void
  terminate: () => void
}

/**
 * Ends a WebSocket at 300 frames in a minute, pings included, or more bytes than so many packets have: each ping is
 * responded to, and what a peer does not read of that would fill the memory (S9). At once, because a closing handshake
 * would process its frames for 30 s more.
 */
export function endIfFlooding(webSocket: WebSocketLike, socket: Socket): void {
  const count = createCounter()
  for (const event of ['message', 'ping', 'pong'] as const) {
    webSocket.on(event, () => {
      if (count() >= MAX_PACKETS) webSocket.terminate()
    })
  }
  let [from, before] = [performance.now(), socket.bytesRead]
  socket.on('data', () => {
    if (performance.now() - from >= WINDOW_SECONDS * 1000)
      [from, before] = [performance.now(), socket.bytesRead]
    if (socket.bytesRead - before > MAX_BYTES) webSocket.terminate()
  })
}

/** Whether an event is one of the first 30 of its socket in this minute (S2). */
export function createEventLimit(): () => boolean {
  const count = createCounter()
  return () => count() <= MAX_EVENTS
}

/** Counts in fixed windows of a minute; returns the count of the current one. */
function createCounter(): () => number {
  const windows = createFixedWindows(WINDOW_SECONDS)
  return () => windows.add('').count
}
