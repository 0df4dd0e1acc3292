import type { ChatSocket } from './sockets.ts'

const WINDOW_MS = 60_000
const MAX_EVENTS = 30
const MAX_PACKETS = 300

/** Closes a connection at 300 packets in a minute, even before it is known who it is (S2). */
export function closeIfFlooding(connection: ChatSocket['conn']): void {
  const count = createCounter()
  connection.on('packet', (packet: { type: string }) => {
    if (packet.type === 'message' && count() >= MAX_PACKETS) connection.close(true)
  })
}

/** Answers for each event of a socket whether it is one of the first 30 of this minute (S2). */
export function createEventLimit(): () => boolean {
  const count = createCounter()
  return () => count() <= MAX_EVENTS
}

/** Counts one, and gives how many there were since this minute began. */
function createCounter(): () => number {
  let counted = 0
  let windowEndsAt = 0
  return () => {
    if (Date.now() >= windowEndsAt) {
      counted = 0
      windowEndsAt = Date.now() + WINDOW_MS
    }
    counted += 1
    return counted
  }
}
