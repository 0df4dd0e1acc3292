import type { Server as HttpServer } from 'node:http'
import type { Changed } from '#contract/realtime.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import type { Stored } from '../inbox/recent.ts'

/** What features may ask of the sockets. Content is read from the database; these calls only hurry it along. */
export type Realtime = {
  /** Listens on the server's port. */
  attach: (server: HttpServer) => void
  /** Tells every node that these inboxes have something new; `stored` spares this one to read it. */
  notify: (inboxes: readonly InboxNumber[], stored?: Stored) => void
  /** Tells this person that what they may be looking at has changed. */
  changed: (userId: string, what: Changed) => void
  /** Closes the sockets of one sign-in, on every node. */
  endSession: (userId: string, sessionId: string) => Promise<void>
  /** Closes all sockets of a user whose tokens were revoked, on every node. */
  endAllSessions: (userId: string) => Promise<void>
  /** Who is online, as this person is told it (DECISION 18). */
  onlineIds: (userId: string) => Promise<string[]>
  /** Connections to this node, the people behind them, and those of them who wait for a delivery. */
  counts: () => { sockets: number; users: number; waiting: number }
  close: () => Promise<void>
}
