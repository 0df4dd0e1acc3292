import type { Cleared } from '#contract/inbox.ts'
import { type InboxNumber, insertInboxEvents, lockInboxes } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { nextTurn } from '../lib/turns.ts'

/** The numbers of messages are integers of 32 bits on PostgreSQL. */
const MAX_SEQ = 2 ** 31 - 1

/**
 * Moves the read position of `userId` in the conversation with `senderId` to `upTo` (the end without it), never back
 * (S7). `readUpTo` is the new position, `cleared` the inbox event for the own devices if the unread count has changed.
 */
export async function markConversationRead(
  tx: Tx,
  userId: string,
  senderId: string,
  upTo: number = MAX_SEQ,
): Promise<{ readUpTo?: number; cleared?: InboxNumber }> {
  // A write, which locks the row.
  const side = await tx
    .updateTable('conversation_sides')
    .set((row) => ({ read_seq: row.ref('read_seq') }))
    .where('user_id', '=', userId)
    .where('peer_id', '=', senderId)
    .where('read_seq', '<', Math.min(upTo, MAX_SEQ))
    .returning(['conversation_id', 'read_seq', 'unread_count'])
    .executeTakeFirst()
  if (!side) return {}
  const { last_seq } = await tx
    .selectFrom('conversations')
    .select('last_seq')
    .where('id', '=', side.conversation_id)
    .executeTakeFirstOrThrow()
  const position = Math.min(upTo, last_seq)
  if (position <= side.read_seq) return {}
  const unread = side.unread_count && (await countUnread(tx, userId, { ...side, last_seq }, position))
  await tx
    .updateTable('conversation_sides')
    .set({ read_seq: position, unread_count: unread })
    .where('user_id', '=', userId)
    .where('peer_id', '=', senderId)
    .execute()
  if (unread === side.unread_count) return { readUpTo: position }
  const isCounted = unread > 0 && (await isActive(tx, userId, senderId))
  const data: Cleared = { senderId, upTo: position, unread: isCounted ? unread : 0 }
  const [seq = 0] = await insertInboxEvents(tx, [{ userId, kind: 'cleared', data }])
  return { readUpTo: position, cleared: { userId, seq } }
}

/** Whether messages of this sender count (decision 36). */
async function isActive(tx: Tx, userId: string, senderId: string): Promise<boolean> {
  // The recount of a concurrent deactivation or reactivation is committed before this line, or numbered after this event.
  await lockInboxes(tx, [userId])
  const sender = await tx
    .selectFrom('users')
    .select('deactivated_at')
    .where('id', '=', senderId)
    .executeTakeFirstOrThrow()
  return sender.deactivated_at === null
}

type Reading = { conversation_id: string; last_seq: number; read_seq: number; unread_count: number }

/**
 * The unread messages behind a later position. Those before it or those behind it are counted, whichever is the shorter
 * part: whoever reads one message after the other must not have all others counted each time.
 */
async function countUnread(
  tx: Tx,
  userId: string,
  { conversation_id: id, last_seq, read_seq, unread_count }: Reading,
  position: number,
): Promise<number> {
  if (last_seq - position <= position - read_seq) return countReceived(tx, id, userId, position, last_seq)
  return Math.max(0, unread_count - (await countReceived(tx, id, userId, read_seq, position)))
}

/** Numbers of a conversation per batch (X1). */
const PART = 5000

async function countReceived(tx: Tx, conversationId: string, userId: string, after: number, upTo: number) {
  let count = 0
  for (let from = after; from < upTo; from += PART) {
    if (from > after) await nextTurn()
    const row = await tx
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll().as('count'))
      .where('conversation_id', '=', conversationId)
      .where('seq', '>', from)
      .where('seq', '<=', Math.min(upTo, from + PART))
      .where('receiver_id', '=', userId)
      .where('withheld', 'is', null)
      .executeTakeFirstOrThrow()
    count += Number(row.count)
  }
  return count
}
