import type { Server as HttpServer, IncomingMessage, ServerResponse } from 'node:http'
import type { Socket as NetSocket } from 'node:net'
import { Server } from 'socket.io'
import { clientEvents } from '#contract/realtime.ts'
import { securityHeaders } from '../http/security-headers.ts'
import { databaseFault } from '../lib/db.ts'
import { createFailureLog } from '../lib/failure-log.ts'
import type { Services } from '../services.ts'
import { createClientEvents } from './client-events.ts'
import { createDelivery } from './delivery.ts'
import {
  closeIfFlooding,
  createEventLimit,
  endIfFlooding,
  MAX_PACKET_BYTES,
  type WebSocketLike,
} from './event-limits.ts'
import { createGate } from './handshake.ts'
import { createOnlineLists } from './online-lists.ts'
import { createPresenceOfNodes } from './presence-nodes.ts'
import type { Realtime } from './realtime.ts'
import { disconnectRevoked } from './revocations.ts'
import { type ChatServer, type ChatSocket, disconnect, releaseHandshake } from './sockets.ts'
import { endStalledConnections } from './stalled-connections.ts'

const POLL_MS = 5000
const CLOSING_MS = 500

/** Socket.IO on the server's port: connections, and the routing of events to them. */
export function createRealtime(services: Omit<Services, 'realtime'>): Realtime {
  const { bus, config, db, log } = services
  const gate = createGate(services)
  const delivery = createDelivery(services)
  const presence = createPresenceOfNodes(bus, () => online.changed())
  const online = createOnlineLists({ db, log, presence, io: () => io })
  const isLimited = config.RATE_LIMITS === 'on'
  const notify: Realtime['notify'] = (inboxes, stored) => {
    if (stored) delivery.cache(stored)
    if (inboxes.length > 0) bus.publish({ kind: 'inboxes', inboxes: [...inboxes] })
  }
  const listen = createClientEvents({ ...services, online, notify })
  const connections = new Set<NetSocket>()
  const arrived: ChatSocket[] = []
  let io: ChatServer | undefined
  let poll: NodeJS.Timeout | undefined
  let stopStallCheck = () => {}

  const socketsOf = (userId: string): ChatSocket[] => [...(delivery.users.get(userId)?.sockets ?? [])]
  const allSockets = () => [...delivery.users.values()].flatMap(({ sockets }) => [...sockets])

  bus.subscribe((message) => {
    if (message.kind === 'inboxes')
      for (const { userId, seq } of message.inboxes) delivery.notify(userId, seq)
    if (message.kind === 'changed') {
      for (const socket of socketsOf(message.userId)) socket.emit('changed', message.what)
    }
    if (message.kind === 'typing') {
      for (const socket of socketsOf(message.userId)) socket.emit('typing', { senderId: message.senderId })
    }
    if (message.kind === 'read') {
      const { readerId, upTo } = message
      for (const socket of socketsOf(message.userId)) socket.emit('messagesRead', { userId: readerId, upTo })
    }
    if (message.kind === 'blocks') {
      for (const userId of message.userIds) online.changedFor(socketsOf(userId))
    }
    if (message.kind === 'end') {
      for (const socket of socketsOf(message.userId)) {
        const { sessionId } = socket.data
        if (sessionId === message.keptSessionId) continue
        if (message.sessionId === undefined || sessionId === message.sessionId) disconnect(socket)
      }
    }
  })

  function connect(socket: ChatSocket): void {
    const { userId, watchesPresence } = socket.data
    releaseHandshake(socket)
    const isAllowed = isLimited ? createEventLimit() : () => true
    socket.use(([name], next) => {
      if (isAllowed() && Object.hasOwn(clientEvents, name)) next()
    })
    socket.on('disconnect', () => {
      delivery.remove(socket)
      online.unwatch(socket)
      presence.leave(userId)
    })
    listen(socket)
    presence.enter(userId)
    void delivery
      .add(socket)
      .then(() => recheck(socket))
      .catch((error: unknown) => {
        logFailure(error)
        // Without a snapshot the device would receive no events; the client reconnects after a close.
        socket.conn.close(true)
      })
    if (watchesPresence) online.watch(socket)
  }

  /** The TCP connection of one WebSocket. */
  function own(connection: ChatSocket['conn'], socket: NetSocket): void {
    // One system call for everything sent to a device in one turn of the event loop.
    connection.on('flush', () => {
      socket.cork()
      process.nextTick(() => socket.uncork())
    })
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  }

  /** Finds sessions that were revoked during the handshake, in one query for all connections of a turn. */
  function recheck(socket: ChatSocket): void {
    arrived.push(socket)
    if (arrived.length > 1) return
    setImmediate(() => {
      const sockets = arrived.splice(0)
      if (io) void disconnectRevoked(db, sockets).catch(logFailure)
    })
  }

  /** An unavailable database is logged by the polls, not by each connection. */
  const logFailure = (error: unknown) => {
    if (databaseFault(error) !== 'unavailable') log.error({ err: error }, 'realtime failure')
  }

  const missed = createFailureLog(log, {
    failed: 'missed events cannot be read',
    worked: 'missed events can be read again',
  })
  const revoked = createFailureLog(log, {
    failed: 'ended sessions cannot be read',
    worked: 'ended sessions can be read again',
  })

  /** A fallback for lost messages of the bus: finds new events and ended sessions. */
  async function check(): Promise<void> {
    await delivery.catchUp().then(missed.worked, missed.failed)
    await disconnectRevoked(db, allSockets()).then(revoked.worked, revoked.failed)
    if (io) poll = setTimeout(() => void check(), POLL_MS).unref()
  }

  return {
    attach(server: HttpServer) {
      io = new Server(server, {
        // Default clients begin with long-polling; our own uses WebSocket only.
        transports: ['polling', 'websocket'],
        ...(config.CORS_ORIGINS.length > 0 && { cors: { origin: config.CORS_ORIGINS } }),
        serveClient: false,
        perMessageDeflate: false,
        httpCompression: false,
        maxHttpBufferSize: MAX_PACKET_BYTES,
        pingInterval: 15_000,
        pingTimeout: 10_000,
        connectTimeout: 5_000,
        // In development Vite's own WebSocket uses this port.
        destroyUpgrade: !config.isDevelopment,
        allowRequest: (request, decide) => {
          gate.allowRequest(request).then(
            (isAllowed) => decide(null, isAllowed),
            () => decide(null, false),
          )
        },
      })
      const headers = Object.entries({ ...securityHeaders(config), 'cache-control': 'no-store' })
      // The engine's own responses bypass Fastify's hooks (G11).
      server.prependListener('request', ({ url = '' }, response) => {
        if (url.startsWith('/socket.io')) for (const [name, value] of headers) response.setHeader(name, value)
      })
      io.engine.use((request: IncomingMessage, response: ServerResponse, next: (error?: Error) => void) => {
        gate.limitRequest(request, response).then((isAllowed) => isAllowed && next(), next)
      })
      if (isLimited) onWebSocket(io.engine, endIfFlooding)
      io.engine.on('connection', (connection: ChatSocket['conn']) => {
        if (isLimited) closeIfFlooding(connection)
        connection.once('close', gate.opened(connection.request).closed)
        if (connection.transport.name === 'websocket') own(connection, connection.request.socket)
        // Requests of a polling client may share a connection with others; from here on it has one of its own.
        else connection.once('upgrade', (transport) => own(connection, socketOf(transport)))
      })
      io.use((socket, next) => {
        gate.admit(socket).then(next, (error: unknown) => {
          logFailure(error)
          next(new Error('unavailable'))
        })
      })
      io.on('connection', connect)
      stopStallCheck = endStalledConnections(connections, config.STALLED_TIMEOUT_MS)
      poll = setTimeout(() => void check(), POLL_MS).unref()
    },

    notify,
    changed: (userId, what) => bus.publish({ kind: 'changed', userId, what }),
    endSession: async (userId, sessionId) => bus.publish({ kind: 'end', userId, sessionId }),
    endOtherSessions: async (userId, keptSessionId) => bus.publish({ kind: 'end', userId, keptSessionId }),
    endAllSessions: async (userId) => bus.publish({ kind: 'end', userId }),
    isOnline: presence.isOnline,
    onlineIds: online.listFor,
    counts: () => ({
      sockets: allSockets().length,
      users: delivery.users.size,
      waiting: delivery.waiting(),
    }),

    /** Without a disconnect packet, so that clients reconnect by themselves. */
    async close() {
      if (!io) return
      const { engine } = io
      io = undefined
      clearTimeout(poll)
      stopStallCheck()
      online.close()
      presence.close()
      engine.close()
      const closing = setTimeout(() => {
        for (const connection of connections) connection.destroy()
      }, CLOSING_MS)
      closing.unref()
      await delivery.settled()
    },
  }
}

/** Calls `act` for every WebSocket before its first frame; private in the types of the engine. */
function onWebSocket(engine: unknown, act: (webSocket: WebSocketLike, socket: NetSocket) => void): void {
  type Engine = { onWebSocket: (request: unknown, socket: NetSocket, webSocket: WebSocketLike) => void }
  const hooked = engine as Engine
  const take = hooked.onWebSocket.bind(engine)
  hooked.onWebSocket = (request, socket, webSocket) => {
    act(webSocket, socket)
    take(request, socket, webSocket)
  }
}

/** Private in the types of the transport. */
const socketOf = (transport: unknown) => (transport as { socket: { _socket: NetSocket } }).socket._socket
