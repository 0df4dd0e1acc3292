import type { ChatSocket } from './sockets.ts'

type Connection = ChatSocket['conn']

const WINDOW_MS = 60_000
const MAX_EVENTS = 30
const MAX_PACKETS = 300

/** Client events over 30 a minute are dropped; at 300 packets the connection is closed (S2). */
export function createEventLimits({ enabled }: { enabled: boolean }) {
  const received = new WeakMap<Connection, number>()

  return {
    /** Counts everything that comes in, even before it is known who it is. */
    watch(connection: Connection): void {
      if (!enabled) return
      let windowEndsAt = 0
      connection.on('packet', (packet: { type: string }) => {
        if (packet.type !== 'message') return
        const isNewWindow = Date.now() >= windowEndsAt
        if (isNewWindow) windowEndsAt = Date.now() + WINDOW_MS
        const packets = (isNewWindow ? 0 : (received.get(connection) ?? 0)) + 1
        received.set(connection, packets)
        if (packets >= MAX_PACKETS) connection.close(true)
      })
    },

    allows: (connection: Connection): boolean => (received.get(connection) ?? 0) <= MAX_EVENTS,
  }
}
