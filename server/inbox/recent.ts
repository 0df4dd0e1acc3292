import type { MessageRow } from '../messages/messages.queries.ts'
import type { EventRow, InboxRange } from './inbox-reads.queries.ts'

/** What was stored with one commit. */
export type Stored = { events: readonly EventRow[]; messages: readonly MessageRow[] }

/** Delivery follows the commit within milliseconds; whatever is not here any more is read from the database. */
const MAX_EVENTS = 3000

/**
 * What this process has stored a moment ago, so that it need not read it back to deliver it. Nothing depends on
 * it: a number that is missing here is read.
 */
export function createRecent() {
  const byUser = new Map<string, Map<number, EventRow>>()
  const messages = new Map<string, MessageRow>()
  const oldestFirst: EventRow[] = []

  function forget({ user_id, seq, ref_id }: EventRow): void {
    const events = byUser.get(user_id)
    events?.delete(seq)
    if (events?.size === 0) byUser.delete(user_id)
    if (ref_id !== null) messages.delete(ref_id)
  }

  return {
    messages: messages as ReadonlyMap<string, MessageRow>,

    keep(stored: Stored): void {
      for (const message of stored.messages) messages.set(message.id, message)
      for (const event of stored.events) {
        const events = byUser.get(event.user_id) ?? new Map<number, EventRow>()
        byUser.set(event.user_id, events.set(event.seq, event))
        oldestFirst.push(event)
      }
      const tooMany = oldestFirst.length - MAX_EVENTS
      if (tooMany > 0) for (const event of oldestFirst.splice(0, tooMany)) forget(event)
    },

    /** All of this range in its order, or nothing. */
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

export type Recent = ReturnType<typeof createRecent>
