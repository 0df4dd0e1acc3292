import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ClientToServer, ServerToClient } from '#contract/realtime.ts'
import { auth } from './auth.ts'

export type RealtimeState = 'off' | 'connecting' | 'connected'
export type ServerEvent = keyof ServerToClient
export type ServerPayload<Name extends ServerEvent> = Parameters<ServerToClient[Name]>[0]

/** What the hub needs of a connection; socket.ts is the only one. */
export type Connection = {
  emit: <Name extends keyof ClientToServer>(name: Name, ...payload: Parameters<ClientToServer[Name]>) => void
  close: () => void
}

type Listener = (payload: never) => void

/** Events that tell a whole state: who comes late gets the last one. */
const STICKY: readonly ServerEvent[] = ['hello', 'getOnlineUsers']

const listeners = new Map<ServerEvent, Set<Listener>>()
const lastPayloads = new Map<ServerEvent, unknown>()
const stateListeners = new Set<() => void>()
let state: RealtimeState = 'off'
let connection: Connection | undefined
let wanted: string | undefined
let watchesPresence = false
let nextTry: ReturnType<typeof setTimeout> | undefined
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000

/**
 * The events of the server for everybody on the page, without the socket: that is loaded by `connect` only.
 * Nothing here is a truth; whoever misses an event reads the API again.
 */
export const realtime = {
  state: () => state,

  on<Name extends ServerEvent>(name: Name, listener: (payload: ServerPayload<Name>) => void) {
    const set = listeners.get(name) ?? new Set()
    listeners.set(name, set.add(listener as Listener))
    if (lastPayloads.has(name)) listener(lastPayloads.get(name) as ServerPayload<Name>)
    return () => {
      set.delete(listener as Listener)
    }
  },

  /** Dropped while there is no connection: what must not get lost goes over HTTP. */
  emit<Name extends keyof ClientToServer>(name: Name, ...payload: Parameters<ClientToServer[Name]>): boolean {
    if (!connection || state !== 'connected') return false
    connection.emit(name, ...payload)
    return true
  },

  watchesPresence: () => watchesPresence,

  /** Who is online is told only while somebody looks at it; a new connection remembers. */
  watchPresence(on: boolean) {
    if (on === watchesPresence) return
    watchesPresence = on
    realtime.emit('watchPresence', { on })
  },

  onState(listener: () => void) {
    stateListeners.add(listener)
    return () => {
      stateListeners.delete(listener)
    }
  },

  /** For the person who is signed in, until `disconnect`. */
  async connect(userId: string) {
    if (wanted === userId) return
    realtime.disconnect()
    wanted = userId
    setState('connecting')
    await open(userId, FIRST_RETRY_MS)
  },

  disconnect() {
    wanted = undefined
    clearTimeout(nextTry)
    connection?.close()
    connection = undefined
    lastPayloads.clear()
    setState('off')
  },
}

/** The socket makes things fast, it is not needed: while its code cannot be fetched the page does without. */
async function open(userId: string, retryMs: number) {
  try {
    const { openSocket } = await import('./socket.ts')
    if (wanted === userId && !connection) connection = openSocket(userId, { receive, setState })
  } catch {
    if (wanted === userId)
      nextTry = setTimeout(() => open(userId, Math.min(2 * retryMs, LAST_RETRY_MS)), retryMs)
  }
}

/** Hears one event for as long as the component is there. */
export function useRealtime<Name extends ServerEvent>(
  name: Name,
  listener: (payload: ServerPayload<Name>) => void,
) {
  const onEvent = useEffectEvent(listener)
  useEffect(() => realtime.on(name, (payload) => onEvent(payload)), [name])
}

export function useRealtimeState(): RealtimeState {
  return useSyncExternalStore(realtime.onState, realtime.state, () => 'off')
}

function receive(name: ServerEvent, payload: unknown) {
  if (STICKY.includes(name)) lastPayloads.set(name, payload)
  for (const listener of listeners.get(name) ?? []) (listener as (payload: unknown) => void)(payload)
}

function setState(next: RealtimeState) {
  if (next === state) return
  state = next
  for (const listener of stateListeners) listener()
}

auth.onSignOut(() => realtime.disconnect())
