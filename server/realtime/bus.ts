import type { Changed } from '#contract/realtime.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'

/** What nodes tell each other: ids and numbers only, content is read from the database (S8). */
export type BusMessage =
  | { kind: 'poke'; inboxes: readonly InboxNumber[] }
  | { kind: 'changed'; userId: string; what: Changed }
  | { kind: 'end'; userId: string; signInId?: string }

/** Carries messages to every node, this one included. A message may get lost; nothing depends on it. */
export type Bus = {
  publish: (message: BusMessage) => void
  subscribe: (listener: (message: BusMessage) => void) => void
  close: () => Promise<void>
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  const listeners: ((message: BusMessage) => void)[] = []
  return {
    publish: (message) => {
      for (const listener of listeners) listener(message)
    },
    subscribe: (listener) => void listeners.push(listener),
    close: async () => void listeners.splice(0),
  }
}
