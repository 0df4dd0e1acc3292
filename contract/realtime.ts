import { z } from 'zod'
import type { Cleared, ConversationState, InboxSnapshot, Message, NewMessage, SyncResult } from './inbox.ts'
import type { Notification } from './notifications.ts'
import { Id } from './values.ts'

/**
 * `auth` of the handshake; the query carries `userId` (decision 43). With `watchPresence: false` there is no
 * `getOnlineUsers` until the event `watchPresence` turns it on. `language` (`en`, `es`) is that of texts for people who
 * have not chosen one.
 */
export type HandshakeAuth = { token: string; watchPresence?: boolean; language?: string }

/** Client events; all others are dropped (decision 43; S2). */
export const clientEvents = {
  /** Without effect, for clients that send it after a like: the like's route notifies the owner (SOCK-06). */
  sendNotification: z.object({ type: z.literal(2), receiverId: Id, projectId: Id.optional() }),
  readNotifications: z.union([
    z.object({ senderId: Id, upTo: z.number().int().min(0).optional() }),
    z.object({ scope: z.literal('bell'), upTo: z.number().int().min(0).optional() }),
  ]),
  watchPresence: z.object({ on: z.boolean() }),
  sync: z.object({ after: z.number().int().min(0) }),
  /** Throttled by the client to one in 6 s. */
  typing: z.object({ receiverId: Id }),
} as const

export type ClientEventName = keyof typeof clientEvents

export type ClientToServer = {
  sendNotification: (payload: z.input<typeof clientEvents.sendNotification>) => void
  readNotifications: (payload: z.input<typeof clientEvents.readNotifications>) => void
  watchPresence: (payload: z.input<typeof clientEvents.watchPresence>) => void
  /** Not acknowledged above the event limit; the client then uses HTTP. */
  sync: (payload: z.input<typeof clientEvents.sync>, acknowledge: (result: SyncResult) => void) => void
  typing: (payload: z.input<typeof clientEvents.typing>) => void
}

/** `inboxSeq` is the event's number in the inbox; events up to `last` of the snapshot are repetitions. */
export type Numbered<T> = T & { inboxSeq: number }

export type ServerToClient = {
  hello: (state: InboxSnapshot) => void
  getOnlineUsers: (ids: string[]) => void
  newMessage: (message: Numbered<NewMessage>) => void
  getNotification: (notification: Numbered<Notification>) => void
  cleared: (cleared: Numbered<Cleared>) => void
  conversationChanged: (state: Numbered<ConversationState>) => void
  messageChanged: (message: Numbered<Message>) => void
  /** Only if both have it on (`ChatSettings`). Neither stored nor repeated, like `messagesRead`. */
  typing: (typing: { senderId: string }) => void
  /** The partner's read position; after a reconnection `getReadState` has it. */
  messagesRead: (read: { userId: string; upTo: number }) => void
  /** Invalidates a list that the caller may have open. */
  changed: (what: Changed) => void
}

/** `candidates` of an own offer; `applications` of one's own. */
export type Changed = { topic: 'candidates'; offerId: string } | { topic: 'applications' }

/** Refusals of the handshake (S1); after the second the client retries later. */
export const UNAUTHORIZED = 'unauthorized'
export const TOO_MANY_CONNECTIONS = 'too many connections'
