import { z } from 'zod'
import { TOPICS } from '#contract/topics.ts'
import { Id } from '#contract/values.ts'

const count = z.number().int().min(0)

/** Messages between nodes: ids and numbers only, content is read from the database (S8). */
export const BusMessage = z.discriminatedUnion('kind', [
  /** New events in these inboxes, up to these numbers. */
  z.object({ kind: z.literal('inboxes'), inboxes: z.array(z.object({ userId: Id, seq: count })) }),
  /** A list of this person has changed. */
  z.object({
    kind: z.literal('changed'),
    userId: Id,
    what: z.discriminatedUnion('topic', [
      z.object({ topic: z.literal('candidates'), offerId: Id }),
      z.object({ topic: z.literal('applications') }),
    ]),
  }),
  /** These topics have changed: cached responses of them are stale. */
  z.object({ kind: z.literal('data'), topics: z.array(z.enum(TOPICS)) }),
  /** Typing and read receipts, for the devices of `userId`. */
  z.object({ kind: z.literal('typing'), userId: Id, senderId: Id }),
  z.object({ kind: z.literal('read'), userId: Id, readerId: Id, upTo: count }),
  /** The visibility of presence has changed for these people. */
  z.object({ kind: z.literal('blocks'), userIds: z.array(Id) }),
  /** The sockets of this person must be closed: all, those of one session, or those of all but one. */
  z.object({
    kind: z.literal('end'),
    userId: Id,
    sessionId: Id.optional(),
    keptSessionId: Id.optional(),
  }),
  /** Presence of one node (presence-nodes.ts): a change, a heartbeat, a request for the whole list, the list. */
  z.object({
    kind: z.literal('presence'),
    revision: count,
    joined: z.array(Id),
    left: z.array(Id),
  }),
  z.object({ kind: z.literal('alive'), revision: count }),
  z.object({ kind: z.literal('who'), asked: Id }),
  z.object({ kind: z.literal('everybody'), revision: count, userIds: z.array(Id) }),
])
export type BusMessage = z.infer<typeof BusMessage>

export type Listener = (message: BusMessage, node: string) => void

/** Publish/subscribe between all nodes, this one included. A message may be lost; nothing depends on it. */
export type Bus = {
  /** The id of this node. */
  node: string
  /** Resolves when the message was sent or could not be; never rejects. */
  publish: (message: BusMessage) => Promise<void>
  subscribe: (listener: Listener) => void
  /** Whether there may be other nodes, and whether they are reachable. */
  reach: () => 'alone' | 'connected' | 'disconnected'
  close: () => Promise<void>
}

/** The bus of a single process. */
export function createLocalBus(): Bus {
  const node = crypto.randomUUID()
  const listeners: Listener[] = []
  return {
    node,
    publish: async (message) => {
      for (const listener of listeners) listener(message, node)
    },
    subscribe: (listener) => void listeners.push(listener),
    reach: () => 'alone',
    close: async () => void listeners.splice(0),
  }
}
