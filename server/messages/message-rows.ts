import type { Selectable } from 'kysely'
import type { z } from 'zod'
import { Message, type NewMessage } from '#contract/inbox.ts'
import { excerpt } from '#contract/lists.ts'
import { parseJson } from '../lib/mapping.ts'
import type { Tables } from '../lib/tables.ts'

export type MessageRow = Omit<Selectable<Tables['messages']>, 'content_hash' | 'search_text'>

/** The columns of a quoted message. */
export type QuotedRow = Pick<
  MessageRow,
  'id' | 'sender_id' | 'text' | 'own_text' | 'file' | 'withheld' | 'removed_at' | 'moderated_at'
>

/** By id. */
export type Quotes = ReadonlyMap<string, QuotedRow>

/** The message for this reader: `clientId` is for the sender only (decision 43). */
export function toMessage(row: MessageRow, viewerId: string, quotes: Quotes): Message {
  const removedAt = removedAtOf(row)
  const isOwn = row.sender_id === viewerId
  const message = {
    _id: row.id,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    text: textFor(row, viewerId),
    image: removedAt === null ? row.image : '',
    file: removedAt === null ? fileOf(row) : null,
    createdAt: row.created_at,
    seq: row.seq,
    editedAt: removedAt === null && (isOwn || row.own_text === null) ? row.edited_at : null,
    removedAt,
    quote: removedAt === null ? quoteFor(quotes.get(row.quote_id ?? ''), viewerId) : null,
    warning: isOwn || removedAt !== null ? null : row.warning,
  }
  return row.client_id !== null && isOwn ? { ...message, clientId: row.client_id } : message
}

/** The stored form: the URL is neither absolute nor signed. */
const StoredFile = Message.shape.file.unwrap()
export type StoredFile = z.infer<typeof StoredFile>

export const fileOf = ({ file }: Pick<MessageRow, 'file'>): StoredFile | null =>
  file === null ? null : parseJson(StoredFile, file)

/** The form of its event. */
export function toNewMessage(row: MessageRow, viewerId: string, quotes: Quotes): NewMessage {
  const message = toMessage(row, viewerId, quotes)
  return row.requested_at !== null && row.receiver_id === viewerId ? { ...message, request: true } : message
}

/** Removed by its sender, or hidden by a moderator. */
export const removedAtOf = ({ removed_at, moderated_at }: Pick<QuotedRow, 'removed_at' | 'moderated_at'>) =>
  removed_at ?? moderated_at

/** Empty for one that is removed. */
export function textFor(row: Omit<QuotedRow, 'id' | 'withheld' | 'file'>, viewerId: string): string {
  if (removedAtOf(row) !== null) return ''
  return row.sender_id === viewerId ? (row.own_text ?? row.text) : row.text
}

/** A withheld message is not quoted to its receiver. */
function quoteFor(row: QuotedRow | undefined, viewerId: string): Message['quote'] {
  if (!row || (row.withheld !== null && row.sender_id !== viewerId)) return null
  const isRemoved = removedAtOf(row) !== null
  const words = textFor(row, viewerId) || (fileOf(row)?.name ?? '')
  return {
    ...{ _id: row.id, senderId: row.sender_id, text: excerpt(isRemoved ? '' : words) },
    isRemoved,
  }
}
