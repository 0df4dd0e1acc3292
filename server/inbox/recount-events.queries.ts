import type { Cleared } from '#contract/inbox.ts'
import type { Tx } from '../lib/db.ts'
import { inParts } from '../lib/turns.ts'
import { countBell } from '../notifications/notifications.queries.ts'
import { type InboxNumber, insertInboxEvents, lockInboxes } from './inbox.queries.ts'

/** People or events per batch (X1). */
const PART = 200

/**
 * Corrects the unread counts of everybody with unread messages or notifications of this person, which do not count while the
 * account is deactivated (decision 36). In the transaction of the deactivation or reactivation.
 */
export async function insertRecountEvents(tx: Tx, userId: string): Promise<InboxNumber[]> {
  const sides = await listUnreadSides(tx, userId)
  const receivers = await listBellReceivers(tx, userId)
  // A concurrent message or like is committed before this line, or numbered after these events.
  const ids = [...new Set([...sides.map((side) => side.user_id), ...receivers])].sort()
  await inParts(ids, PART, (part) => lockInboxes(tx, part))
  const chats = sides.map((side) => ({
    userId: side.user_id,
    data: {
      senderId: userId,
      upTo: side.read_seq,
      unread: side.deactivated_at === null ? side.unread_count : 0,
    } satisfies Cleared,
  }))
  const bells: { userId: string; data: Cleared }[] = []
  await inParts(receivers, PART, async (part) => {
    for (const receiverId of part) {
      const unread = await countBell(tx, receiverId)
      bells.push({ userId: receiverId, data: { scope: 'bell', from: userId, upTo: 0, unread } })
    }
  })
  const events = [...chats, ...bells].map((event) => ({ ...event, kind: 'cleared' as const }))
  const changed: InboxNumber[] = []
  await inParts(events, PART, async (part) => {
    const numbers = await insertInboxEvents(tx, part)
    changed.push(...part.map(({ userId: owner }, index) => ({ userId: owner, seq: numbers[index] ?? 0 })))
  })
  return changed
}

/** The other sides of this person's conversations. */
const listUnreadSides = (tx: Tx, userId: string) =>
  tx
    .selectFrom('conversation_sides as own')
    .innerJoin('conversation_sides as side', (join) =>
      join.onRef('side.user_id', '=', 'own.peer_id').onRef('side.peer_id', '=', 'own.user_id'),
    )
    .innerJoin('users', 'users.id', 'own.user_id')
    .select(['side.user_id', 'side.read_seq', 'side.unread_count', 'users.deactivated_at'])
    .where('own.user_id', '=', userId)
    .where('side.unread_count', '>', 0)
    .execute()

async function listBellReceivers(tx: Tx, senderId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('notifications')
    .select('receiver_id')
    .distinct()
    .where('sender_id', '=', senderId)
    .where('cleared_at', 'is', null)
    .execute()
  return rows.map((row) => row.receiver_id)
}
