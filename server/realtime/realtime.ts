import type { Server as HttpServer } from 'node:http'
import type { Changed } from '#contract/realtime.ts'
import type { StoredEvents } from '../inbox/event-rows.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'

/** The API of realtime for features. Content is read from the database; these calls only trigger its delivery. */
export type Realtime = {
  /** Listens on the server's port. */
  attach: (server: HttpServer) => void
  /** Signals new events of these inboxes to every node; `stored` spares this node reading them back. */
  notify: (inboxes: readonly InboxNumber[], stored?: StoredEvents) => void
  /** Signals a changed list to this person's devices. */
  changed: (userId: string, what: Changed) => void
  /** Closes the sockets of one session, on every node. */
  endSession: (userId: string, sessionId: string) => Promise<void>
  /** Closes the sockets of all other sessions of a user. */
  endOtherSessions: (userId: string, keptSessionId: string) => Promise<void>
  /** Closes all sockets of a user whose tokens are revoked, on every node. */
  endAllSessions: (userId: string) => Promise<void>
  /** On any node. */
  isOnline: (userId: string) => boolean
  /** People online, visible to this person (decision 43). */
  onlineIds: (userId: string) => Promise<string[]>
  /** Of this node: connections, connected users, users with events to be delivered. */
  counts: () => { sockets: number; users: number; waiting: number }
  close: () => Promise<void>
}
