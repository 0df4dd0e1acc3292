import { io, type Socket } from 'socket.io-client'
import { type ClientToServer, type ServerToClient, UNAUTHORIZED } from '#contract/realtime.ts'
import { auth } from './auth.ts'
import { type Connection, type RealtimeState, realtime, type ServerEvent } from './realtime.ts'
import { reloadProfile } from './session.ts'

type Hub = {
  receive: (name: ServerEvent, payload: unknown) => void
  setState: (state: RealtimeState) => void
}

const REFUSED_RETRY_MS = 5000
/** The server speaks every 15 s; a device that slept has timers that notice its silence much later. */
const SILENT_MS = 27_000
const LISTEN_EVERY_MS = 5000

/** The only file that knows Socket.IO; loaded when someone is signed in. */
export function openSocket(userId: string, hub: Hub): Connection {
  const socket: Socket<ServerToClient, ClientToServer> = io(socketAddress(), {
    transports: ['websocket'],
    // Asked at every connection: a password change gives a new token.
    auth: (answer) => answer({ token: auth.token(), watchPresence: realtime.watchesPresence() }),
    query: { userId },
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  })
  let timer: ReturnType<typeof setTimeout> | undefined

  let heardAt = Date.now()
  const hear = () => {
    heardAt = Date.now()
  }
  const listening = setInterval(() => {
    if (socket.connected && Date.now() > heardAt + SILENT_MS) socket.disconnect().connect()
  }, LISTEN_EVERY_MS)

  socket.io.on('ping', hear)
  socket.on('connect', () => {
    hear()
    hub.setState('connected')
  })
  socket.on('disconnect', (reason) => {
    hub.setState('connecting')
    // The client does not come back by itself when the server said goodbye (restart, signed out elsewhere).
    if (reason === 'io server disconnect')
      timer = setTimeout(() => socket.connect(), 500 + Math.random() * 1500)
  })
  socket.on('connect_error', (error) => {
    hub.setState('connecting')
    // A refusal ends the client's own attempts. Signed out or not, only the API can tell.
    if (error.message === UNAUTHORIZED) void reloadProfile()
    if (!socket.active) timer = setTimeout(() => socket.connect(), REFUSED_RETRY_MS)
  })
  // Its own next try may be ten seconds away.
  const hurry = () => {
    if (!socket.connected) socket.disconnect().connect()
  }
  window.addEventListener('online', hurry)
  socket.onAny((name: ServerEvent, payload: unknown) => hub.receive(name, payload))

  return {
    emit: (name, ...payload) => {
      socket.emit(name, ...payload)
    },
    close: () => {
      clearTimeout(timer)
      clearInterval(listening)
      socket.io.off('ping', hear)
      window.removeEventListener('online', hurry)
      socket.removeAllListeners()
      socket.offAny()
      socket.disconnect()
    },
  }
}

/** The root of the origin that serves the API (DECISION 1). */
function socketAddress() {
  const api: string = import.meta.env.VITE_API_BASE ?? '/api'
  return new URL(api, window.location.href).origin
}
