import type { Cleared } from '#contract/inbox.ts'
import { type InboxNumber, insertInboxEvents } from '../inbox/inbox.queries.ts'
import type { Db, Tx } from '../lib/db.ts'

/**
 * Moves the read position of `userId` in the conversation with `senderId` to `upTo` (the end without it), never back
 * (S7). `readUpTo` is the new position, `cleared` the inbox event for the own devices if the unread count has changed.
 */
export async function markConversationRead(
  tx: Tx,
  userId: string,
  senderId: string,
  upTo: number = Number.MAX_SAFE_INTEGER,
): Promise<{ readUpTo?: number; cleared?: InboxNumber }> {
  const conversation = await tx
    .selectFrom('conversation_sides as side')
    .innerJoin('conversations', 'conversations.id', 'side.conversation_id')
    .select(['conversations.id', 'conversations.last_seq'])
    .where('side.user_id', '=', userId)
    .where('side.peer_id', '=', senderId)
    .executeTakeFirst()
  if (!conversation) return {}
  const position = Math.min(upTo, conversation.last_seq)
  const moved = await tx
    .updateTable('conversation_sides')
    .set({ read_seq: position })
    .where('user_id', '=', userId)
    .where('peer_id', '=', senderId)
    .where('read_seq', '<', position)
    .returning('unread_count')
    .executeTakeFirst()
  if (!moved) return {}
  if (moved.unread_count === 0) return { readUpTo: position }
  const unread = await countReceivedAfter(tx, conversation.id, userId, position)
  if (unread === moved.unread_count) return { readUpTo: position }
  await tx
    .updateTable('conversation_sides')
    .set({ unread_count: unread })
    .where('user_id', '=', userId)
    .where('peer_id', '=', senderId)
    .execute()
  const data: Cleared = { senderId, upTo: position, unread }
  const [seq = 0] = await insertInboxEvents(tx, [{ userId, kind: 'cleared', data }])
  return { readUpTo: position, cleared: { userId, seq } }
}

async function countReceivedAfter(db: Db, conversationId: string, userId: string, position: number) {
  const row = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('conversation_id', '=', conversationId)
    .where('seq', '>', position)
    .where('receiver_id', '=', userId)
    .where('withheld', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}
