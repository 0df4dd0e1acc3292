import type { Selectable } from 'kysely'
import type { Message } from '#contract/inbox.ts'
import type { Tables } from '../lib/tables.ts'

export type MessageRow = Omit<Selectable<Tables['messages']>, 'content_hash'>

/** The message as this person sees it: `clientId` is for the sender only (decision 43). */
export function toMessage(row: MessageRow, viewerId: string): Message {
  const message = {
    _id: row.id,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    text: row.text,
    image: row.image,
    createdAt: row.created_at,
    seq: row.seq,
  }
  return row.client_id !== null && row.sender_id === viewerId
    ? { ...message, clientId: row.client_id }
    : message
}
