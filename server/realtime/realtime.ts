import type { Server as HttpServer } from 'node:http'

/** What features may ask of the sockets. Content is read from the database; these calls only hurry it along. */
export type Realtime = {
  /** Listens on the server's port. */
  attach: (server: HttpServer) => void
  /** Tells every node that these inboxes have something new. */
  poke: (inboxes: readonly { userId: string; seq: number }[]) => void
  /** Tells whoever watches this topic that it changed; only people named here are told. */
  changed: (userId: string, what: { topic: 'candidates'; offerId: string }) => void
  /** Closes the sockets of one sign-in, on every node. */
  endSignIn: (userId: string, signInId: string) => Promise<void>
  /** Closes all sockets of a user whose tokens were revoked, on every node. */
  endUser: (userId: string) => Promise<void>
  onlineIds: () => Promise<string[]>
  close: () => Promise<void>
}
