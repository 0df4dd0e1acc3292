import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { InboxSnapshot, Message, NumberedNotification, SyncResult } from './inbox.ts'
import { word } from './lists.ts'
import { clientEvents } from './realtime.ts'
import { texts } from './texts.ts'
import { MAX_CHAT_IMAGE_BYTES } from './uploads.ts'
import { ROLES } from './users.ts'
import { FileUrl, Id, IdParams, LIMITS, Time, text } from './values.ts'

export const ChatUser = z
  .object({
    _id: Id,
    name: z.string(),
    surname: z.string(),
    avatar: FileUrl,
    role: z.object({ type: z.enum(ROLES) }),
    /** `text` is an excerpt. */
    lastMessage: z
      .object({
        text: z.string(),
        hasImage: z.boolean(),
        senderId: Id,
        createdAt: Time,
        seq: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'ChatUser' })
export type ChatUser = z.infer<typeof ChatUser>

const DATA_URL = /^data:image\/[a-z0-9.+-]{1,30};base64,([A-Za-z0-9+/]+={0,2})$/

/** A data URL of at most 1 MB decoded, or '' (decision 42). What it holds is checked when it is stored. */
const chatImage = () =>
  z
    .string({ error: texts.uploads.imageType })
    .nullable()
    .optional()
    .transform((given, context) => {
      const value = given ?? ''
      if (value === '') return value
      const [, base64] = DATA_URL.exec(value) ?? []
      if (base64 === undefined) context.addIssue({ code: 'custom', message: texts.uploads.imageType })
      else if (Math.floor((base64.replace(/=+$/, '').length * 3) / 4) > MAX_CHAT_IMAGE_BYTES) {
        context.addIssue({ code: 'custom', message: texts.chat.imageSize })
      }
      return value
    })

/** At least one of both; the image is a data URL made by the browser's compression (decision 42). */
export const MessageInput = z
  .object({
    text: text(LIMITS.chatText, { lines: 'many' }).optional().default(''),
    image: chatImage(),
    clientId: z.uuid().toLowerCase().optional(),
  })
  .refine((body) => body.text !== '' || body.image !== '', { path: ['text'], message: texts.chat.empty })
export type MessageInput = z.output<typeof MessageInput>

export const listChatUsers = endpoint({
  method: 'GET',
  path: '/messages/users',
  access: 'signed-in',
  summary: 'Conversations, latest first, then people online (decision 42)',
  failure: texts.chat.usersFailed,
  response: z.array(ChatUser),
})

export const syncMessages = endpoint({
  method: 'GET',
  path: '/messages/sync',
  access: 'signed-in',
  summary: 'Inbox events of the caller after a number (decision 43)',
  query: z.object({
    after: z.preprocess((value) => (/^\d{1,15}$/.test(String(value)) ? Number(value) : 0), z.number().int()),
  }),
  /** Beside the events the snapshot and the open notifications, as a socket receives them on connecting. */
  response: SyncResult.extend({ hello: InboxSnapshot, stored: z.array(NumberedNotification) }),
})

/** For devices without a socket. */
export const readNotifications = endpoint({
  method: 'POST',
  path: '/messages/read',
  access: 'signed-in',
  changes: [],
  summary: 'The event `readNotifications` by HTTP',
  body: clientEvents.readNotifications,
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
  limits: ['message'],
  changes: [],
  summary: 'Sends a message; a repeated `clientId` returns the first one',
  params: IdParams,
  body: MessageInput,
  status: 201,
  maxBodyBytes: 2 * MAX_CHAT_IMAGE_BYTES,
  failure: texts.chat.sendFailed,
  response: Message,
})

/** Typing and read receipts are mutual, and on by default. */
export const ChatSettings = z.object({ signals: z.boolean() })

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/messages/settings',
  access: 'signed-in',
  summary: 'Whether typing and read receipts are shown',
  response: ChatSettings,
})

export const updateChatSettings = endpoint({
  method: 'PUT',
  path: '/messages/settings',
  access: 'signed-in',
  changes: [],
  summary: 'Turns typing and read receipts on or off, for both sides',
  body: ChatSettings,
  response: ChatSettings,
})

/** 0 also when one of the two has read receipts turned off. */
export const getReadState = endpoint({
  method: 'GET',
  path: '/messages/:id/read',
  access: 'signed-in',
  summary: 'The last `seq` that the other person has read',
  params: IdParams,
  response: z.object({ readUpTo: z.number().int() }),
})
