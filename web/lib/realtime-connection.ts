import type { ClientToServer, ServerToClient } from '#contract/realtime.ts'

export type RealtimeState = 'off' | 'connecting' | 'connected'
export type ServerEvent = keyof ServerToClient
export type ServerPayload<Name extends ServerEvent> = Parameters<ServerToClient[Name]>[0]

/** The server connection of one signed-in person. */
export type Connection = {
  emit: <Name extends keyof ClientToServer>(name: Name, ...payload: Parameters<ClientToServer[Name]>) => void
  close: () => void
}

/** The page's side of a connection. */
export type ConnectionHandler = {
  receive: (name: ServerEvent, payload: unknown) => void
  setState: (state: RealtimeState) => void
  watchesPresence: () => boolean
}
