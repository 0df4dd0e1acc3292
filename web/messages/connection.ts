import type { RealtimeState } from '../lib/realtime.ts'

/**
 * How news reach this device: by the socket ('live'), by asking every 15 s because no socket can be opened
 * ('asking'), not at all ('offline'), or not known yet.
 */
export type ConnectionState = 'connecting' | 'live' | 'asking' | 'offline'

type Needs = {
  socketState: () => RealtimeState
  onSocketState: (listener: () => void) => () => void
  /** Asks by HTTP; false when that fails too. */
  ask: () => Promise<boolean>
  changed: (state: ConnectionState) => void
}

/** A socket that is away for a moment is nothing to talk about. */
const PATIENCE_MS = 2000
const INTERVAL_MS = 15_000

export function createConnection({ socketState, onSocketState, ask, changed }: Needs) {
  let state: ConnectionState = 'connecting'
  let timer: ReturnType<typeof setTimeout> | undefined
  let isClosed = false

  function set(next: ConnectionState) {
    if (isClosed || next === state) return
    state = next
    changed(next)
  }

  function askIn(pauseMs: number) {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(() => void askNow(), pauseMs)
  }

  async function askNow() {
    clearTimeout(timer)
    const isHeard = await ask()
    if (socketState() === 'connected') return
    set(isHeard ? 'asking' : 'offline')
    askIn(INTERVAL_MS)
  }

  function follow() {
    if (socketState() === 'connected') {
      clearTimeout(timer)
      set('live')
    } else if (state === 'live' || state === 'connecting') {
      set(navigator.onLine ? 'connecting' : 'offline')
      askIn(PATIENCE_MS)
    }
  }

  const handleOffline = () => {
    set('offline')
    askIn(INTERVAL_MS)
  }
  const handleOnline = () => void (socketState() !== 'connected' && askNow())
  const unfollow = onSocketState(follow)
  window.addEventListener('offline', handleOffline)
  window.addEventListener('online', handleOnline)
  follow()

  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      unfollow()
      window.removeEventListener('offline', handleOffline)
      window.removeEventListener('online', handleOnline)
    },
  }
}
