import { io, type Socket } from 'socket.io-client'
import { getLocale } from '#contract/locale.ts'
import { type ClientToServer, type ServerToClient, UNAUTHORIZED } from '#contract/realtime.ts'
import { auth } from './auth.ts'
import type { Connection, ConnectionHandler, ServerEvent } from './realtime-connection.ts'
import { reloadProfile } from './session.ts'

const REFUSED_RETRY_MS = 5000
/** The server pings every 15 s. Socket.IO's own timeout stops while a device sleeps. */
const SILENCE_TIMEOUT_MS = 27_000
const SILENCE_CHECK_MS = 5000

/** The only module that knows Socket.IO; loaded when somebody is signed in. */
export function openSocket(userId: string, handler: ConnectionHandler): Connection {
  const socket: Socket<ServerToClient, ClientToServer> = io(socketAddress(), {
    transports: ['websocket'],
    // Evaluated at every connection: a password change gives a new token.
    auth: (send) =>
      send({ token: auth.token(), watchPresence: handler.watchesPresence(), language: getLocale() }),
    query: { userId },
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  })
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  let lastPingAt = Date.now()
  const notePing = () => {
    lastPingAt = Date.now()
  }
  const silenceTimer = setInterval(() => {
    if (socket.connected && Date.now() > lastPingAt + SILENCE_TIMEOUT_MS) socket.disconnect().connect()
  }, SILENCE_CHECK_MS)

  socket.io.on('ping', notePing)
  socket.on('connect', () => {
    notePing()
    handler.setState('connected')
  })
  socket.on('disconnect', (reason) => {
    handler.setState('connecting')
    // Socket.IO does not reconnect by itself after the server has disconnected (restart, signed out elsewhere).
    if (reason === 'io server disconnect')
      retryTimer = setTimeout(() => socket.connect(), 500 + Math.random() * 1500)
  })
  socket.on('connect_error', (error) => {
    handler.setState('connecting')
    // A refusal ends Socket.IO's own retries. Only the API knows whether the session has ended.
    if (error.message === UNAUTHORIZED) void reloadProfile()
    if (!socket.active) retryTimer = setTimeout(() => socket.connect(), REFUSED_RETRY_MS)
  })
  // Socket.IO's next retry may be ten seconds away.
  const reconnectNow = () => {
    if (!socket.connected) socket.disconnect().connect()
  }
  window.addEventListener('online', reconnectNow)
  socket.onAny((name: ServerEvent, payload: unknown) => handler.receive(name, payload))

  return {
    emit: (name, ...payload) => {
      socket.emit(name, ...payload)
    },
    close: () => {
      clearTimeout(retryTimer)
      clearInterval(silenceTimer)
      socket.io.off('ping', notePing)
      window.removeEventListener('online', reconnectNow)
      socket.removeAllListeners()
      socket.offAny()
      socket.disconnect()
    },
  }
}

/** The root of the origin that serves the API (decision 25). */
function socketAddress() {
  const api: string = import.meta.env.VITE_API_BASE ?? '/api'
  return new URL(api, window.location.href).origin
}
