import { z } from 'zod'
import type { Cleared, InboxSnapshot, Message, SyncResult } from './inbox.ts'
import type { Notification } from './notifications.ts'
import { Id } from './values.ts'

/**
 * What the client puts into `auth` of the connection; the query carries `userId` (DECISION 18).
 * `watchPresence: false` asks for no `getOnlineUsers` until the event `watchPresence` turns it on.
 */
export type HandshakeAuth = { token: string; watchPresence?: boolean }

/** What a client may send; everything else is dropped (DECISIONS 18, 93; S2). */
export const clientEvents = {
  /** Without effect, for clients that send it after a like: the like's route notifies the owner (SOCK-06). */
  sendNotification: z.object({ type: z.literal(2), receiverId: Id, projectId: Id.optional() }),
  readNotifications: z.union([
    z.object({ senderId: Id, upTo: z.number().int().min(0).optional() }),
    z.object({ scope: z.literal('bell'), upTo: z.number().int().min(0).optional() }),
  ]),
  watchPresence: z.object({ on: z.boolean() }),
  sync: z.object({ after: z.number().int().min(0) }),
  /** To be sent every 4 s at most while something is typed; it shows for some seconds. */
  typing: z.object({ receiverId: Id }),
} as const

export type ClientEventName = keyof typeof clientEvents

export type ClientToServer = {
  sendNotification: (payload: z.input<typeof clientEvents.sendNotification>) => void
  readNotifications: (payload: z.input<typeof clientEvents.readNotifications>) => void
  watchPresence: (payload: z.input<typeof clientEvents.watchPresence>) => void
  /** Not acknowledged when the client sends too many events: then it asks by HTTP. */
  sync: (payload: z.input<typeof clientEvents.sync>, answer: (result: SyncResult) => void) => void
  typing: (payload: z.input<typeof clientEvents.typing>) => void
}

/** `inboxSeq` is the event's place in the inbox. Those up to `last` of `hello` are sent again, not new. */
export type Numbered<T> = T & { inboxSeq: number }

export type ServerToClient = {
  hello: (state: InboxSnapshot) => void
  getOnlineUsers: (ids: string[]) => void
  newMessage: (message: Numbered<Message>) => void
  getNotification: (notification: Numbered<Notification>) => void
  cleared: (cleared: Numbered<Cleared>) => void
  /** Shown only where both show it (`ChatSettings`). Neither is stored: a lost one is no loss. */
  typing: (typing: { senderId: string }) => void
  /** This person has read the conversation up to this `seq`; `getReadState` tells it after a pause. */
  messagesRead: (read: { userId: string; upTo: number }) => void
  /** Something that the caller may see has changed; the named lists are to be read again. */
  changed: (what: Changed) => void
}

export type Changed = { topic: 'candidates'; offerId: string }

/** The connection is refused with one of these messages (S1). The second is worth trying again later. */
export const UNAUTHORIZED = 'unauthorized'
export const TOO_MANY_CONNECTIONS = 'too many connections'
