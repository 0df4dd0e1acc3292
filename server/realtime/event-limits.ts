import { createFixedWindows } from '../lib/limit-windows.ts'
import type { ChatSocket } from './sockets.ts'

const WINDOW_SECONDS = 60
const MAX_EVENTS = 30
const MAX_PACKETS = 300

/** Closes a connection at 300 packets in a minute, even before authentication (S2). */
export function closeIfFlooding(connection: ChatSocket['conn']): void {
  const count = createCounter()
  connection.on('packet', (packet: { type: string }) => {
    if (packet.type === 'message' && count() >= MAX_PACKETS) connection.close(true)
  })
}

/** Whether an event is one of the first 30 of its socket in this minute (S2). */
export function createEventLimit(): () => boolean {
  const count = createCounter()
  return () => count() <= MAX_EVENTS
}

/** Counts in fixed windows of a minute; returns the count of the current one. */
function createCounter(): () => number {
  const windows = createFixedWindows(WINDOW_SECONDS)
  return () => windows.add('').count
}
