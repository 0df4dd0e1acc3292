import type { MessageRow } from '../messages/message-rows.ts'
import type { EventRow, InboxRange, StoredEvents } from './event-rows.ts'

/** Delivery follows the commit within milliseconds. */
const MAX_EVENTS = 3000

/**
 * A FIFO cache of the events that this process has just stored, so that delivery need not read them
 * back. A miss is read from the database.
 */
export function createRecentEvents() {
  const byUser = new Map<string, Map<number, EventRow>>()
  const messages = new Map<string, MessageRow>()
  const oldestFirst: EventRow[] = []

  function evict({ user_id, seq, ref_id }: EventRow): void {
    const events = byUser.get(user_id)
    events?.delete(seq)
    if (events?.size === 0) byUser.delete(user_id)
    if (ref_id !== null) messages.delete(ref_id)
  }

  return {
    messages: messages as ReadonlyMap<string, MessageRow>,

    add(stored: StoredEvents): void {
      for (const message of stored.messages) messages.set(message.id, message)
      for (const event of stored.events) {
        const events = byUser.get(event.user_id) ?? new Map<number, EventRow>()
        byUser.set(event.user_id, events.set(event.seq, event))
        oldestFirst.push(event)
      }
      const excess = oldestFirst.length - MAX_EVENTS
      if (excess > 0) for (const event of oldestFirst.splice(0, excess)) evict(event)
    },

    /** The whole range in its order, or undefined. */
    within({ userId, after, upTo }: InboxRange): EventRow[] | undefined {
      const events = byUser.get(userId)
      const rows: EventRow[] = []
      for (let seq = after + 1; seq <= upTo; seq += 1) {
        const row = events?.get(seq)
        if (!row || (row.ref_id !== null && !messages.has(row.ref_id))) return undefined
        rows.push(row)
      }
      return rows
    },
  }
}

export type RecentEvents = ReturnType<typeof createRecentEvents>
