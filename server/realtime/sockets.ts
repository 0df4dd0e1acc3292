import type { DefaultEventsMap, Server, Socket } from 'socket.io'
import type { ClientToServer, ServerToClient } from '#contract/realtime.ts'

/** What is known of a connection, from its verified token. */
export type SocketData = {
  userId: string
  sessionId: string
  tokenVersion: number
  /** When the token ends, in milliseconds. */
  expiresAt: number
  /** The last inbox number that this device was told; undefined before `hello`. */
  seen: number | undefined
  watchesPresence: boolean
}

export type ChatServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>
export type ChatSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>

const MAX_WAITING_PACKETS = 1000
const MAX_WAITING_BYTES = 1024 * 1024

/** Closes now, whatever still waits to be sent; the client is told that the server wants it. */
export function cut(socket: ChatSocket): void {
  socket.disconnect(true)
  socket.conn.close(true)
}

/** Who does not read what is sent is cut, before the waiting data fills the memory (S9). */
export function cutIfSlow(socket: ChatSocket): void {
  // Private in the types; there is no other way to see what waits.
  const { writeBuffer: waiting } = socket.conn as unknown as { writeBuffer: { data?: unknown }[] }
  if (waiting.length === 0) return
  const isSlow =
    waiting.length > MAX_WAITING_PACKETS ||
    waiting.reduce((bytes, packet) => bytes + sizeOf(packet.data), 0) > MAX_WAITING_BYTES
  if (isSlow) cut(socket)
}

const sizeOf = (data: unknown) => (typeof data === 'string' ? data.length : 0)

/** The handshake's request is not needed any more, and is most of an idle connection's memory. */
export function forgetHandshake(socket: ChatSocket): void {
  Object.assign(socket.conn, { request: null })
  Object.assign(socket, { handshake: { auth: {}, headers: {}, query: {} } })
}
