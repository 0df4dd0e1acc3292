import { z } from 'zod'
import { Notification } from './notifications.ts'
import { FileUrl, Id, Time } from './values.ts'

/** `seq` is the position in the conversation, from 1 without gaps; `clientId` goes to the sender only (decision 43). */
export const Message = z
  .object({
    _id: Id,
    senderId: Id,
    receiverId: Id,
    text: z.string(),
    image: FileUrl,
    createdAt: Time,
    seq: z.number().int(),
    clientId: z.string().optional(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/**
 * Cleared notifications: those of messages of `senderId` up to its message `upTo`, or those of the bell up to the
 * inbox number `upTo`, or those `from` a deactivated person. `unread` is the remaining count. With neither key
 * nothing has changed.
 */
export const Cleared = z.object({
  senderId: Id.optional(),
  scope: z.literal('bell').optional(),
  from: Id.optional(),
  upTo: z.number().int(),
  unread: z.number().int(),
})
export type Cleared = z.infer<typeof Cleared>

const inboxSeq = z.number().int()

/** A stored notification, with the number of its event. */
export const NumberedNotification = Notification.extend({ inboxSeq })

/** One event of a user's inbox; every device applies them in order, exactly once. */
export const InboxEvent = z.discriminatedUnion('event', [
  z.object({ inboxSeq, event: z.literal('newMessage'), data: Message }),
  z.object({ inboxSeq, event: z.literal('getNotification'), data: Notification }),
  z.object({ inboxSeq, event: z.literal('cleared'), data: Cleared }),
])
export type InboxEvent = z.infer<typeof InboxEvent>

/** The state of an inbox: its last number, unread messages by sender, open notifications of the bell (S7). */
export const InboxSnapshot = z.object({
  last: z.number().int(),
  unread: z.record(z.string(), z.number().int()),
  bell: z.number().int(),
})
export type InboxSnapshot = z.infer<typeof InboxSnapshot>

/** At most 200 events; with `more` the client asks again. After a `reset` it starts from a new snapshot. */
export const SyncResult = z.object({
  events: z.array(InboxEvent),
  last: z.number().int(),
  more: z.boolean(),
  reset: z.boolean(),
})
export type SyncResult = z.infer<typeof SyncResult>
