import type { RealtimeState } from '../lib/realtime-connection.ts'

/**
 * The way of events to this device: by the socket ('live'), by polling every 15 s because no socket can be opened
 * ('polling'), not at all ('offline'), or not known yet.
 */
export type ConnectionState = 'connecting' | 'live' | 'polling' | 'offline'

type Needs = {
  socketState: () => RealtimeState
  onSocketState: (listener: () => void) => () => void
  /** A request over HTTP; resolves to false when that fails too. */
  poll: () => Promise<boolean>
  changed: (state: ConnectionState) => void
}

/** A shorter interruption of the socket is not reported. */
const GRACE_MS = 2000
const INTERVAL_MS = 15_000

export function createConnection({ socketState, onSocketState, poll, changed }: Needs) {
  let state: ConnectionState = 'connecting'
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function set(next: ConnectionState) {
    if (isClosed || next === state) return
    state = next
    changed(next)
  }

  function pollIn(delayMs: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void pollNow(), delayMs)
  }

  async function pollNow() {
    clearTimeout(timer)
    const isReachable = await poll()
    if (socketState() === 'connected') return
    set(isReachable ? 'polling' : 'offline')
    pollIn(INTERVAL_MS)
  }

  function follow() {
    if (socketState() === 'connected') {
      clearTimeout(timer)
      set('live')
    } else if (state === 'live' || state === 'connecting') {
      set(navigator.onLine ? 'connecting' : 'offline')
      pollIn(GRACE_MS)
    }
  }

  const handleOffline = () => {
    set('offline')
    pollIn(INTERVAL_MS)
  }
  const handleOnline = () => void (socketState() !== 'connected' && pollNow())
  const unsubscribe = onSocketState(follow)
  window.addEventListener('offline', handleOffline)
  window.addEventListener('online', handleOnline)
  follow()

  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      unsubscribe()
      window.removeEventListener('offline', handleOffline)
      window.removeEventListener('online', handleOnline)
    },
  }
}
