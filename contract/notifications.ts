import { z } from 'zod'
import { endpoint, listEndpoint } from './endpoint.ts'
import { flag, ListQueryOfWhole } from './lists.ts'
import { m } from './texts.ts'
import { FileUrl, Id, Time } from './values.ts'

/** By kind of subject, as a person chooses channels for them; 3 is never created (decision 43). */
export const NOTIFICATION_TYPES = {
  message: 1,
  like: 2,
  comment: 3,
  applicationStatus: 4,
  newApplication: 5,
  offerEnd: 6,
  noAnswer: 7,
  invitation: 8,
  interview: 9,
  alert: 10,
  reminder: 11,
  verification: 12,
  moderation: 13,
  account: 14,
} as const
export type NotificationType = (typeof NOTIFICATION_TYPES)[keyof typeof NOTIFICATION_TYPES]

const TYPES: readonly number[] = Object.values(NOTIFICATION_TYPES)

export const isNotificationType = (type: number): type is NotificationType => TYPES.includes(type)

/** The values in a text; `name` is the sender's. */
export const NotificationData = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.array(z.record(z.string(), z.string()))]),
)
export type NotificationData = z.infer<typeof NotificationData>

/** Without `senderId` when no person caused it; `user` is nameless then. */
export const Notification = z
  .object({
    _id: Id,
    type: z.number().int(),
    senderId: Id.nullable(),
    senderName: z.string(),
    receiverId: Id,
    receiverName: z.string(),
    createdAt: Time,
    projectId: Id.nullable(),
    user: z.object({ _id: z.string(), name: z.string(), surname: z.string(), avatar: FileUrl }),
    data: NotificationData,
    text: z.string().meta({ description: 'In the language of the reader' }),
    path: z.string().nullable().meta({ description: 'The page that it opens' }),
    readAt: Time.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>

/**
 * Those of the bell, read or not, newest first; messages are in the chat. They are stored for 90 days. The total is exact
 * up to 100 rows beyond the page.
 */
export const listNotifications = listEndpoint({
  method: 'GET',
  path: '/notifications',
  access: 'signed-in',
  summary: 'Notifications of the last 90 days, newest first',
  // A row may carry a whole message (X2).
  query: ListQueryOfWhole.omit({ sort: true }).extend({ unread: flag() }),
  item: Notification,
})

const MAX_READ_IDS = 100

/** Unknown ids and those of others are ignored. */
export const ReadInput = z
  .object({
    ids: z.array(z.string().max(64)).max(MAX_READ_IDS).optional(),
    /** The `_id` of one: it and all older ones. */
    upTo: z.string().max(64).optional(),
  })
  .refine(({ ids, upTo }) => ids !== undefined || upTo !== undefined, {
    path: ['ids'],
    error: m.general_required,
  })
export type ReadInput = z.output<typeof ReadInput>

export const markNotificationsRead = endpoint({
  method: 'PUT',
  path: '/notifications/read',
  access: 'signed-in',
  changes: [],
  summary: 'Marks notifications as read on all devices',
  body: ReadInput,
  /** Those that are still unread. */
  response: z.object({ unread: z.number().int() }),
})
