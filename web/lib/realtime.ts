import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { ClientToServer } from '#contract/realtime.ts'
import { auth } from './auth.ts'
import type { Connection, RealtimeState, ServerEvent, ServerPayload } from './realtime-connection.ts'

type Listener = (payload: never) => void

/** Snapshots: a late subscriber gets the last one. */
const STICKY: readonly ServerEvent[] = ['hello', 'getOnlineUsers']

const listeners = new Map<ServerEvent, Set<Listener>>()
const lastPayloads = new Map<ServerEvent, unknown>()
const stateListeners = new Set<() => void>()
let state: RealtimeState = 'off'
let connection: Connection | undefined
let wanted: string | undefined
let watchesPresence = false
let retryTimer: ReturnType<typeof setTimeout> | undefined
const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 60_000

/**
 * Distributes the server's events on the page. `connect` loads the socket. Events are an optimisation: after a gap
 * the API is read again.
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

  /** Dropped without a connection; data that must not get lost is sent over HTTP. */
  emit<Name extends keyof ClientToServer>(name: Name, ...payload: Parameters<ClientToServer[Name]>): boolean {
    if (!connection || state !== 'connected') return false
    connection.emit(name, ...payload)
    return true
  },

  watchesPresence: () => watchesPresence,

  /** Subscribes to presence while it is shown on the page; reconnecting keeps the subscription. */
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

  /** Connects the signed-in person, until `disconnect`. */
  async connect(userId: string) {
    if (wanted === userId) return
    realtime.disconnect()
    wanted = userId
    setState('connecting')
    await open(userId, FIRST_RETRY_MS)
  },

  disconnect() {
    wanted = undefined
    clearTimeout(retryTimer)
    connection?.close()
    connection = undefined
    lastPayloads.clear()
    setState('off')
  },
}

/** Retries with backoff while the socket's code cannot be fetched: the page works without it. */
async function open(userId: string, retryMs: number) {
  try {
    const { openSocket } = await import('./socket.ts')
    if (wanted === userId && !connection) connection = openSocket(userId, handler)
  } catch {
    if (wanted === userId)
      retryTimer = setTimeout(() => open(userId, Math.min(2 * retryMs, LAST_RETRY_MS)), retryMs)
  }
}

/** Subscribes to one event while the component is mounted. */
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

const handler = { receive, setState, watchesPresence: realtime.watchesPresence }

auth.onSignOut(() => realtime.disconnect())
