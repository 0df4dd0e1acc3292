import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { word } from './lists.ts'
import { Notification } from './notifications.ts'
import { texts } from './texts.ts'
import { ROLES } from './users.ts'
import { FileUrl, Id, IdParams, LIMITS, Time, text } from './values.ts'

/** `seq` is the place in the conversation, from 1 without gaps; `clientId` goes to the sender only (DECISION 93). */
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

export const ChatUser = z
  .object({
    _id: Id,
    name: z.string(),
    surname: z.string(),
    avatar: FileUrl,
    role: z.object({ type: z.enum(ROLES) }),
    lastMessage: z
      .object({ text: z.string(), hasImage: z.boolean(), senderId: Id, createdAt: Time })
      .nullable(),
  })
  .meta({ id: 'ChatUser' })
export type ChatUser = z.infer<typeof ChatUser>

/** At least one of both; the image is a data URL made by the browser's compression (DECISION 78). */
export const MessageInput = z
  .object({
    text: text(LIMITS.chatText, { lines: 'many' }).optional().default(''),
    image: z
      .string()
      .nullable()
      .optional()
      .transform((value) => value ?? ''),
    clientId: z.uuid().toLowerCase().optional(),
  })
  .refine((body) => body.text !== '' || body.image !== '', { path: ['text'], message: texts.chat.empty })
export type MessageInput = z.output<typeof MessageInput>

/** One entry of a user's inbox: what every device of that user applies in this order, exactly once. */
export const InboxEvent = z.discriminatedUnion('event', [
  z.object({ inboxSeq: z.number().int(), event: z.literal('newMessage'), data: Message }),
  z.object({ inboxSeq: z.number().int(), event: z.literal('getNotification'), data: Notification }),
  z.object({
    inboxSeq: z.number().int(),
    event: z.literal('cleared'),
    data: z.object({
      senderId: Id.optional(),
      scope: z.literal('bell').optional(),
      upTo: z.number().int(),
      unread: z.number().int(),
    }),
  }),
])
export type InboxEvent = z.infer<typeof InboxEvent>

/** Counts come from stored read positions, never from counted events (S7). */
export const Hello = z.object({
  last: z.number().int(),
  unread: z.record(z.string(), z.number().int()),
  bell: z.number().int(),
})
export type Hello = z.infer<typeof Hello>

export const SyncAnswer = z.object({
  events: z.array(InboxEvent),
  last: z.number().int(),
  more: z.boolean(),
  reset: z.boolean(),
})
export type SyncAnswer = z.infer<typeof SyncAnswer>

export const listChatUsers = endpoint({
  method: 'GET',
  path: '/messages/users',
  access: 'signed-in',
  summary: 'Conversations, latest first, then who is online (DECISION 77)',
  failure: texts.chat.usersFailed,
  response: z.array(ChatUser),
})

export const syncMessages = endpoint({
  method: 'GET',
  path: '/messages/sync',
  access: 'signed-in',
  summary: 'What came to the inbox of the caller after a number (DECISION 93)',
  query: z.object({
    after: z.preprocess((value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : 0), z.number().int()),
  }),
  response: SyncAnswer.extend({ hello: Hello }),
})

export const listMessages = endpoint({
  method: 'GET',
  path: '/messages/:id',
  access: 'signed-in',
  summary: 'The conversation with one person, oldest first, 50 before `before`',
  params: IdParams,
  query: z.object({
    before: word(),
    limit: z.preprocess(
      (value) => (/^\d+$/.test(String(value)) ? Math.min(Math.max(Number(value), 1), 100) : 50),
      z.number().int().optional().default(50),
    ),
  }),
  failure: texts.general.requestFailed,
  response: z.array(Message),
})

export const sendMessage = endpoint({
  method: 'POST',
  path: '/messages/send/:id',
  access: 'signed-in',
  summary: 'Sends a message; a repeated `clientId` gives the first one again',
  params: IdParams,
  body: MessageInput,
  status: 201,
  maxBodyBytes: 2 * 1024 * 1024,
  failure: texts.chat.sendFailed,
  response: Message,
})
