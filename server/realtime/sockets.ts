import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { Locale } from '#contract/locale.ts'
import type { ClientToServer, ServerToClient } from '#contract/realtime.ts'

/** From the verified token of the connection. */
export type SocketData = {
  userId: string
  sessionId: string
  tokenVersion: number
  /** When the token ends, in milliseconds. */
  expiresAt: number
  /** The last inbox number sent to this device; undefined before the snapshot. */
  seen: number | undefined
  watchesPresence: boolean
  /** For texts without a chosen language. */
  locale: Locale
}

export type ChatServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
export type ChatSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>

const MAX_BUFFERED_PACKETS = 1000
const MAX_BUFFERED_BYTES = 1024 * 1024

/** Closes at once, dropping unsent packets; the client sees a disconnect by the server and does not reconnect. */
export function disconnect(socket: ChatSocket): void {
  socket.disconnect(true)
  socket.conn.close(true)
}

/** Backpressure: closes a socket that does not read, before its send buffer fills the memory (S9). */
export function disconnectIfSlow(socket: ChatSocket): void {
  // Private in the types; there is no public way to see the send buffer.
  const { writeBuffer: buffer } = socket.conn as unknown as { writeBuffer: { data?: unknown }[] }
  if (buffer.length === 0) return
  const isSlow =
    buffer.length > MAX_BUFFERED_PACKETS ||
    buffer.reduce((bytes, packet) => bytes + sizeOf(packet.data), 0) > MAX_BUFFERED_BYTES
  if (isSlow) disconnect(socket)
}

const sizeOf = (data: unknown) => (typeof data === 'string' ? data.length : 0)

/** Frees the handshake's request, which is most of an idle connection's memory. */
export function releaseHandshake(socket: ChatSocket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: { auth: {}, headers: {}, query: {} } })
}
