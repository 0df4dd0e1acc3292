import { z } from 'zod'
import { FileUrl, Id, Time } from './values.ts'

/** 1 chat message, 2 project like, 3 comment (DATA-32). */
export const NOTIFICATION_TYPES = { message: 1, like: 2, comment: 3 } as const

export const Notification = z
  .object({
    _id: Id,
    type: z.number().int(),
    senderId: Id,
    senderName: z.string(),
    receiverId: Id,
    receiverName: z.string(),
    createdAt: Time,
    projectId: Id.nullable(),
    user: z.object({ _id: Id, name: z.string(), surname: z.string(), avatar: FileUrl }),
  })
  .meta({ id: 'Notification' })
export type Notification = z.infer<typeof Notification>
