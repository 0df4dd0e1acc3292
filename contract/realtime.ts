import { z } from 'zod'
import type { Hello, Message, SyncAnswer } from './messages.ts'
import type { Notification } from './notifications.ts'
import { Id } from './values.ts'

/** What a client may send; everything else is dropped (DECISIONS 18, 93; S2). */
export const clientEvents = {
  sendNotification: z.object({ type: z.literal(2), receiverId: Id, projectId: Id }),
  readNotifications: z.union([
    z.object({ senderId: Id, upTo: z.number().int().min(0).optional() }),
    z.object({ scope: z.literal('bell'), upTo: z.number().int().min(0).optional() }),
  ]),
  watchPresence: z.object({ on: z.boolean() }),
  sync: z.object({ after: z.number().int().min(0) }),
} as const

export type ClientEventName = keyof typeof clientEvents

export type ClientToServer = {
  sendNotification: (payload: z.input<typeof clientEvents.sendNotification>) => void
  readNotifications: (payload: z.input<typeof clientEvents.readNotifications>) => void
  watchPresence: (payload: z.input<typeof clientEvents.watchPresence>) => void
  sync: (payload: z.input<typeof clientEvents.sync>, answer: (result: SyncAnswer) => void) => void
}

export type Numbered<T> = T & { inboxSeq: number }

export type ServerToClient = {
  hello: (state: Hello) => void
  getOnlineUsers: (ids: string[]) => void
  newMessage: (message: Numbered<Message>) => void
  getNotification: (notification: Numbered<Notification>) => void
  cleared: (cleared: {
    inboxSeq: number
    senderId?: string
    scope?: 'bell'
    upTo: number
    unread: number
  }) => void
  /** Something that the caller may see has changed; the named lists are to be read again. */
  changed: (what: { topic: 'candidates'; offerId: string }) => void
}

/** The connection is refused with this message (S1). */
export const UNAUTHORIZED = 'unauthorized'
