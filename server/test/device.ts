import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client'
import type { SyncResult } from '#contract/inbox.ts'
import type { ClientToServer, HandshakeAuth, ServerToClient } from '#contract/realtime.ts'
import { until } from './until.ts'

type Payload<Name extends keyof ServerToClient> = Parameters<ServerToClient[Name]>[0]
type Received = { [Name in keyof ServerToClient]: Payload<Name>[] }
type Options = Partial<ManagerOptions & SocketOptions> & { watchPresence?: boolean; language?: string }

export type Device = ReturnType<typeof openDevice>

/** The socket of a browser tab: connects at once and records everything that it receives. */
export function openDevice(url: string, person: { id: string; token: string }, options: Options = {}) {
  const { watchPresence, language, ...rest } = options
  const auth: HandshakeAuth = {
    token: person.token,
    ...(watchPresence === undefined ? {} : { watchPresence }),
    ...(language === undefined ? {} : { language }),
  }
  const socket: Socket<ServerToClient, ClientToServer> = io(url, {
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    query: { userId: person.id },
    auth,
    ...rest,
  })
  const received: Received = {
    hello: [],
    getOnlineUsers: [],
    newMessage: [],
    getNotification: [],
    cleared: [],
    conversationChanged: [],
    messageChanged: [],
    changed: [],
    typing: [],
    messagesRead: [],
  }
  /** The names of all events in the order of their arrival. */
  const names: string[] = []
  let refusal: Error | undefined
  let closedBy: string | undefined
  socket.onAny((name: keyof ServerToClient, payload: unknown) => {
    names.push(name)
    const list: unknown[] = received[name]
    list.push(payload)
  })
  socket.on('connect_error', (error) => {
    refusal = error
  })
  socket.on('disconnect', (reason) => {
    closedBy = reason
  })

  return {
    socket,
    received,
    names,
    /** The first `hello`, after which events arrive. */
    ready: () => until(() => received.hello[0]),
    refused: () => until(() => refusal?.message),
    closed: (timeoutMs?: number) => until(() => closedBy, timeoutMs),
    sync: (after: number): Promise<SyncResult> => socket.timeout(5000).emitWithAck('sync', { after }),
    close: () => socket.disconnect(),
  }
}

/** Connected, with its snapshot. */
export async function connectDevice(...given: Parameters<typeof openDevice>): Promise<Device> {
  const device = openDevice(...given)
  await device.ready()
  return device
}
