import { sql } from 'kysely'
import type { Message } from '#contract/inbox.ts'
import { Id } from '#contract/values.ts'
import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
import { prepared, preparedForIds } from '../lib/prepared.ts'
import { nextTurn } from '../lib/turns.ts'
import { type MessageRow, toMessage } from './message-rows.ts'
import { loadQuotes } from './quotes.queries.ts'

const MAX_PARTNERS = 1000
/** Uncleared notifications expire after this time (decision 43). */
export const NOTIFICATION_DAYS = 90
const DAY_MS = 24 * 3600 * 1000

const MESSAGE_COLUMNS = [
  'messages.id',
  'messages.conversation_id',
  'messages.seq',
  'messages.sender_id',
  'messages.receiver_id',
  'messages.text',
  'messages.image',
  'messages.file',
  'messages.client_id',
  'messages.inbox_seq',
  'messages.created_at',
  'messages.requested_at',
  'messages.withheld',
  'messages.edited_at',
  'messages.removed_at',
  'messages.moderated_at',
  'messages.own_text',
  'messages.warning',
  'messages.quote_id',
] as const

/** `isKnown`: the two have a conversation. `isBlocked` by the caller. */
export type Partner = { isKnown: boolean; isBlocked: boolean }

/** 404 unless this person can be written to. */
export async function requirePartner(db: Db, userId: string, peerId: string): Promise<Partner> {
  const [row] = await findPartner(db, { userId, peerId })
  if (!row || row.deactivated_at !== null) throw notFound()
  return { isKnown: row.conversation_id !== null, isBlocked: row.blocked_id !== null }
}

/** 404 for a person who cannot be written to, unless deactivated with a conversation with the caller (FLOW-08). */
export async function requireReadable(db: Db, userId: string, peerId: string): Promise<void> {
  const [row] = await findPartner(db, { userId, peerId })
  if (!row || (row.deactivated_at !== null && row.conversation_id === null)) throw notFound()
}

const findPartner = prepared((db, { userId, peerId }: { userId: string; peerId: string }) =>
  db
    .selectFrom('users')
    .leftJoin('conversation_sides as side', (join) =>
      join.onRef('side.peer_id', '=', 'users.id').on('side.user_id', '=', userId),
    )
    .leftJoin('blocks', (join) =>
      join.onRef('blocks.peer_id', '=', 'users.id').on('blocks.user_id', '=', userId),
    )
    .select(['side.conversation_id', 'users.deactivated_at', 'blocks.peer_id as blocked_id'])
    .where('users.id', '=', peerId),
)

/** The newest messages of a conversation, or those before the message `before`; oldest first. */
export async function listConversation(
  db: Db,
  userId: string,
  peerId: string,
  { before, limit }: { before: string; limit: number },
): Promise<Message[]> {
  if (before !== '' && !Id.safeParse(before).success) return []
  const [start] = await (before === ''
    ? findEnd(db, { userId, peerId })
    : findCursor(db, { userId, peerId, before }))
  if (!start) return []
  const rows: MessageRow[] = []
  for (let { end } = start; end > 1 && rows.length < limit; end -= WINDOW) {
    if (end < start.end) await nextTurn()
    const part = { id: start.conversation_id, userId, from: end - WINDOW, end, limit: limit - rows.length }
    rows.push(...(await listWithin(db, part)))
  }
  const quotes = await loadQuotes(db, rows)
  return rows.reverse().map((row) => toMessage(row, userId, quotes))
}

/** Numbers of a conversation per batch (X1): any number of messages may have been withheld from this person. */
const WINDOW = 2000

/** The first number that is not shown yet. */
const findEnd = prepared((db, { userId, peerId }: { userId: string; peerId: string }) =>
  db
    .selectFrom('conversation_sides as side')
    .innerJoin('conversations', 'conversations.id', 'side.conversation_id')
    .select(['side.conversation_id', sql<number>`conversations.last_seq + 1`.as('end')])
    .where('side.user_id', '=', userId)
    .where('side.peer_id', '=', peerId),
)

/** A cursor of another conversation is none: the list is empty (S5). */
const findCursor = prepared((db, given: { userId: string; peerId: string; before: string }) =>
  db
    .selectFrom('conversation_sides as side')
    .innerJoin('messages as cursor', 'cursor.conversation_id', 'side.conversation_id')
    .select(['side.conversation_id', 'cursor.seq as end'])
    .where('side.user_id', '=', given.userId)
    .where('side.peer_id', '=', given.peerId)
    .where('cursor.id', '=', given.before),
)

type Within = { id: string; userId: string; from: number; end: number; limit: number }

const listWithin = prepared((db, { id, userId, from, end, limit }: Within) =>
  db
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('conversation_id', '=', id)
    .where('seq', '>=', from)
    .where('seq', '<', end)
    .where((eb) => eb.or([eb('withheld', 'is', null), eb('sender_id', '=', userId)]))
    .orderBy('seq', 'desc')
    .limit(limit),
)

export const listMessagesById = preparedForIds((db, ids) =>
  db.selectFrom('messages').select(MESSAGE_COLUMNS).where('messages.id', 'in', ids),
)

/** Unread messages of active senders, newest first: each is a type 1 notification (decision 43). */
export function listUnreadMessages(db: Db, userId: string, limit: number): Promise<MessageRow[]> {
  const oldest = new Date(Date.now() - NOTIFICATION_DAYS * DAY_MS).toISOString()
  return listUnread(db, { userId, oldest, limit, reach: 2 * limit })
}

const listUnread = prepared(
  (db, { userId, oldest, limit, reach }: { userId: string; oldest: string; limit: number; reach: number }) =>
    db
      .selectFrom('conversation_sides as side')
      .innerJoin('users as sender', 'sender.id', 'side.peer_id')
      .innerJoin('messages', (join) =>
        join
          .onRef('messages.conversation_id', '=', 'side.conversation_id')
          // One lower bound for the index: the read position, or the oldest of the newest messages.
          .on((eb) =>
            eb(
              'messages.seq',
              '>',
              eb
                .case()
                .when(eb('side.received_seq', '-', reach), '>', eb.ref('side.read_seq'))
                .then(eb('side.received_seq', '-', reach))
                .else(eb.ref('side.read_seq'))
                .end(),
            ),
          )
          // Later ones are withheld.
          .onRef('messages.seq', '<=', 'side.received_seq'),
      )
      .select(MESSAGE_COLUMNS)
      .where('side.user_id', '=', userId)
      .where('side.unread_count', '>', 0)
      .where('sender.deactivated_at', 'is', null)
      .where('messages.receiver_id', '=', userId)
      .where('messages.withheld', 'is', null)
      .where('messages.created_at', '>', oldest)
      .orderBy('messages.created_at', 'desc')
      .orderBy('messages.id', 'desc')
      .limit(limit),
)

/** The chat partners of this person, latest first. */
export async function listPartnerIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('conversation_sides')
    .select('peer_id')
    .where('user_id', '=', userId)
    .orderBy('last_message_at', 'desc')
    .limit(MAX_PARTNERS)
    .execute()
  return rows.map((row) => row.peer_id)
}

/** The message that this person sent with this `clientId`. */
export function findSentMessage(db: Db, senderId: string, clientId: string) {
  return db
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .select('messages.content_hash')
    .where('sender_id', '=', senderId)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}

/** An own message that was sent; 404 if there is none. */
export async function requireSentMessage(db: Db, senderId: string, id: string): Promise<Message> {
  const row = await db
    .selectFrom('messages')
    .select(MESSAGE_COLUMNS)
    .where('id', '=', id)
    .where('sender_id', '=', senderId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return toMessage(row, senderId, await loadQuotes(db, [row]))
}
