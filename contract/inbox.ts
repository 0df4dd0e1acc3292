import { z } from 'zod'
import { Notification } from './notifications.ts'
import { FileUrl, Id, Time } from './values.ts'
import { WARNINGS } from './warnings.ts'

/** The quoted message of a reply, as it is now; `text` is an excerpt, of a file its name; empty for a picture and a removed one. */
const Quote = z.object({ _id: Id, senderId: Id, text: z.string(), isRemoved: z.boolean() })

/** `seq` is the position in the conversation, from 1 without gaps; `clientId` goes to the sender only (decision 43). */
export const Message = z
  .object({
    _id: Id,
    senderId: Id,
    receiverId: Id,
    text: z.string(),
    image: FileUrl,
    /** A PDF, for the two only. */
    file: z.object({ name: z.string(), bytes: z.number().int(), url: FileUrl }).nullable(),
    createdAt: Time,
    seq: z.number().int(),
    clientId: z.string().optional(),
    editedAt: Time.nullable(),
    /** Text and image are then empty, and there is no file. */
    removedAt: Time.nullable(),
    quote: Quote.nullable(),
    /** The sign of a scam in the text as its receiver sees it; null for the sender, always (TRUST-03). */
    warning: z.enum(WARNINGS).nullable(),
  })
  .meta({ id: 'Message' })
export type Message = z.infer<typeof Message>

/**
 * Cleared notifications: those of messages of `senderId` up to its message `upTo`, or those of the bell up to the
 * inbox number `upTo`, with these `ids`, or `from` a deactivated person. `unread` is the remaining count. With neither
 * key nothing has changed.
 */
export const Cleared = z.object({
  senderId: Id.optional(),
  scope: z.literal('bell').optional(),
  from: Id.optional(),
  ids: z.array(Id).optional(),
  upTo: z.number().int(),
  unread: z.number().int(),
})
export type Cleared = z.infer<typeof Cleared>

const inboxSeq = z.number().int()

/** A stored notification, with the number of its event. */
export const NumberedNotification = Notification.extend({ inboxSeq })

/** The state of a conversation for one participant, sent to their own devices. */
export const ConversationState = z.object({
  /** The other person. */
  _id: Id,
  request: z.boolean(),
  muted: z.boolean(),
  blocked: z.boolean(),
})
export type ConversationState = z.infer<typeof ConversationState>

/** `request`: it belongs to a request that the receiver has not accepted yet; not sent to others. */
export const NewMessage = Message.extend({ request: z.literal(true).optional() })
export type NewMessage = z.infer<typeof NewMessage>

/** One event of a user's inbox; every device applies them in order, exactly once. */
export const InboxEvent = z.discriminatedUnion('event', [
  z.object({ inboxSeq, event: z.literal('newMessage'), data: NewMessage }),
  z.object({ inboxSeq, event: z.literal('getNotification'), data: Notification }),
  z.object({ inboxSeq, event: z.literal('cleared'), data: Cleared }),
  z.object({ inboxSeq, event: z.literal('conversationChanged'), data: ConversationState }),
  /** Edited or removed: its current state. */
  z.object({ inboxSeq, event: z.literal('messageChanged'), data: Message }),
])
export type InboxEvent = z.infer<typeof InboxEvent>

/**
 * The state of an inbox: its last number, unread messages by sender, open notifications of the bell (S7), and who has an
 * open request, is muted or blocked, sorted; absent for nobody.
 */
export const InboxSnapshot = z.object({
  last: z.number().int(),
  unread: z.record(z.string(), z.number().int()),
  bell: z.number().int(),
  requests: z.array(Id).optional(),
  muted: z.array(Id).optional(),
  blocked: z.array(Id).optional(),
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
