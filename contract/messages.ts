import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { InboxSnapshot, Message, NumberedNotification, SyncResult } from './inbox.ts'
import { flag, ListQuery, word } from './lists.ts'
import { clientEvents } from './realtime.ts'
import { m } from './texts.ts'
import { MAX_CHAT_IMAGE_BYTES, tooLarge } from './uploads.ts'
import { personFields, ROLES } from './users.ts'
import { Id, IdParams, LIMITS, Time, text } from './values.ts'
import { Verified } from './verified.ts'

export const ChatUser = z
  .object({
    ...personFields,
    role: z.object({ type: z.enum(ROLES) }),
    /** Null for developers. */
    verified: Verified.nullable(),
    /** `text` is an excerpt. */
    lastMessage: z
      .object({
        text: z.string(),
        hasImage: z.boolean(),
        hasFile: z.literal(true).optional(),
        senderId: Id,
        createdAt: Time,
        seq: z.number().int(),
        isRemoved: z.boolean(),
      })
      .nullable(),
    /** They have written first, and the caller has neither replied nor accepted. */
    request: z.boolean(),
    /** By the caller; the other person is not notified. */
    blocked: z.boolean(),
    muted: z.boolean(),
    unread: z.number().int(),
    /** They receive no more messages; their conversation stays readable (FLOW-08). */
    left: z.literal(true).optional(),
  })
  .meta({ id: 'ChatUser' })
export type ChatUser = z.infer<typeof ChatUser>

const DATA_URL = /^data:image\/[a-z0-9.+-]{1,30};base64,([A-Za-z0-9+/]+={0,2})$/

/** A data URL of at most MAX_CHAT_IMAGE_BYTES decoded, or '' (decision 63). Its content is checked when it is stored. */
const chatImage = () =>
  z
    .string({ error: m.uploads_image_type })
    .nullable()
    .optional()
    .transform((given, context) => {
      const value = given ?? ''
      if (value === '') return value
      const [, base64] = DATA_URL.exec(value) ?? []
      if (base64 === undefined) context.addIssue({ code: 'custom', message: m.uploads_image_type() })
      else if (Math.floor((base64.replace(/=+$/, '').length * 3) / 4) > MAX_CHAT_IMAGE_BYTES) {
        context.addIssue({ code: 'custom', message: tooLarge.chatImage() })
      }
      return value
    })

const MAX_FILE_NAME = 200

/** At least one of the three; the image is a data URL made by the browser's compression (decision 63). */
export const MessageInput = z
  .object({
    text: text(LIMITS.chatText, { lines: 'many' }).optional().default(''),
    image: chatImage(),
    /** Uploaded before by `POST /upload-message-file`. */
    file: z
      .object({
        name: text(MAX_FILE_NAME, { required: m.general_required }),
        url: z.string().max(LIMITS.url),
      })
      .nullish(),
    clientId: z.uuid().toLowerCase().optional(),
    /** The quoted message, of the same conversation. */
    quoteId: Id.nullish(),
  })
  .refine((body) => body.text !== '' || body.image !== '' || body.file, {
    path: ['text'],
    error: m.chat_empty,
  })
export type MessageInput = z.output<typeof MessageInput>

export const listChatUsers = endpoint({
  method: 'GET',
  path: '/messages/users',
  access: 'signed-in',
  summary:
    'Conversations, latest first, then people online (decision 63); with `left` those with people who have left; with ' +
    '`userId` that person alone, whether they have talked or not',
  query: z.object({ left: flag(), userId: word() }),
  failure: m.chat_users_failed,
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
  /** Also the snapshot and the open notifications, as a socket receives them on connecting. */
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
  failure: m.general_request_failed,
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
  failure: m.chat_send_failed,
  response: Message,
})

export const editMessage = endpoint({
  method: 'PATCH',
  path: '/messages/:id',
  access: 'signed-in',
  changes: [],
  summary: 'Changes the text of an own message for both, for some minutes; 409 TOO_LATE then',
  params: IdParams,
  body: z.object({ text: text(LIMITS.chatText, { lines: 'many' }) }),
  failure: m.messages_edit_failed,
  response: Message,
})

export const removeMessage = endpoint({
  method: 'DELETE',
  path: '/messages/:id',
  access: 'signed-in',
  changes: [],
  summary: 'Removes text, picture and file of an own message for both, for some minutes; 409 TOO_LATE then',
  params: IdParams,
  failure: m.messages_remove_failed,
  response: Message.extend({ message: z.string() }),
})

/** A found message, with the other person of its conversation. */
export const FoundMessage = Message.extend({
  person: ChatUser.pick({ _id: true, name: true, surname: true, avatar: true, role: true }),
}).meta({ id: 'FoundMessage' })
export type FoundMessage = z.infer<typeof FoundMessage>

export const searchMessages = listEndpoint({
  method: 'GET',
  path: '/messages/search',
  access: 'signed-in',
  limits: ['search'],
  serialPerPerson: true,
  summary:
    'Messages of the caller in which every word of `q` occurs, of all conversations or that with `userId`',
  query: ListQuery.extend({ q: word(), userId: word() }),
  failure: m.messages_search_failed,
  item: FoundMessage,
})

export const decideRequest = endpoint({
  method: 'PUT',
  path: '/messages/:id/request',
  access: 'signed-in',
  changes: [],
  summary: 'Accepts the request of a person, or hides it without their notice; 404 if there is none',
  params: IdParams,
  body: z.object({ accept: z.boolean() }),
  failure: m.general_request_failed,
  response: z.object({ _id: Id, request: z.boolean() }),
})

export const muteConversation = endpoint({
  method: 'PUT',
  path: '/messages/:id/mute',
  access: 'signed-in',
  changes: [],
  summary: 'Mutes a conversation for the caller: neither push nor mail; 404 if there is none',
  params: IdParams,
  body: z.object({ muted: z.boolean() }),
  failure: m.general_request_failed,
  response: z.object({ _id: Id, muted: z.boolean() }),
})

/** Typing and read receipts are mutual, and on by default. */
export const ChatSettings = z.object({ signals: z.boolean() })

/** `editMinutes`: how long a message can be edited and removed. */
const StoredChatSettings = ChatSettings.extend({ editMinutes: z.number() })

export const getChatSettings = endpoint({
  method: 'GET',
  path: '/messages/settings',
  access: 'signed-in',
  summary: 'Whether typing and read receipts are shown, and how long messages can be changed',
  response: StoredChatSettings,
})

export const updateChatSettings = endpoint({
  method: 'PUT',
  path: '/messages/settings',
  access: 'signed-in',
  changes: [],
  summary: 'Turns typing and read receipts on or off, for both sides',
  body: ChatSettings,
  response: StoredChatSettings,
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
