import type { Cleared } from '#contract/inbox.ts'
import type { Db, Tx } from '../lib/db.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import { countBell } from '../notifications/notifications.queries.ts'
import type { Services } from '../services.ts'
import { type InboxNumber, insertInboxEvents, lockInboxes } from './inbox.queries.ts'

/** People per transaction (X1). */
const PART = 200
/** Each may have thousands of open notifications. */
const COUNTED_AT_ONCE = 5

/**
 * Corrects the unread counts of everybody with unread messages or notifications of this person, which do not count while the
 * account is deactivated (decision 36). After the commit of the deactivation or reactivation; idempotent.
 */
export async function recountInboxes(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  userId: string,
): Promise<void> {
  for (const { listPart, readCounts } of [BELLS, CHATS]) {
    for (let after: string | undefined; ; await nextTurn()) {
      const { ids, last } = await listPart(db, userId, after)
      if (ids.length > 0) {
        const insert = (tx: Tx) => insertRecountEvents(tx, ids, () => readCounts(tx, userId, ids))
        await bus.publish({ kind: 'inboxes', inboxes: await db.transaction().execute(insert) })
      }
      if (last === undefined) break
      after = last
    }
  }
}

type Count = { userId: string; data: Cleared }

async function insertRecountEvents(
  tx: Tx,
  ids: readonly string[],
  readCounts: () => Promise<Count[]>,
): Promise<InboxNumber[]> {
  // A concurrent message, like or reactivation is committed before this line, or numbered after these events.
  await lockInboxes(tx, ids)
  const counts = await readCounts()
  if (counts.length === 0) return []
  const numbers = await insertInboxEvents(
    tx,
    counts.map((count) => ({ ...count, kind: 'cleared' as const })),
  )
  return counts.map(({ userId }, index) => ({ userId, seq: numbers[index] ?? 0 }))
}

/** `ids` are those with something unread; `last` is where the next part begins, undefined after the last one. */
type Part = { ids: string[]; last: string | undefined }
type Counted = {
  listPart: (db: Db, userId: string, after: string | undefined) => Promise<Part>
  readCounts: (tx: Tx, userId: string, ids: readonly string[]) => Promise<Count[]>
}

const BELLS: Counted = {
  async listPart(db, senderId, after) {
    const rows = await db
      .selectFrom('notifications')
      .select('receiver_id')
      .distinct()
      .where('sender_id', '=', senderId)
      .where('cleared_at', 'is', null)
      .$if(after !== undefined, (query) => query.where('receiver_id', '>', after ?? ''))
      .orderBy('receiver_id')
      .limit(PART)
      .execute()
    return { ids: rows.map((row) => row.receiver_id), last: rows[PART - 1]?.receiver_id }
  },

  async readCounts(tx, senderId, ids) {
    const counts: Count[] = []
    await inParts(ids, COUNTED_AT_ONCE, async (part) => {
      for (const userId of part) {
        const unread = await countBell(tx, userId)
        counts.push({ userId, data: { scope: 'bell', from: senderId, upTo: 0, unread } })
      }
    })
    return counts
  },
}

const CHATS: Counted = {
  /** Of all conversations, since thousands may have nothing unread. */
  async listPart(db, userId, after) {
    const rows = await db
      .selectFrom('conversation_sides as own')
      .leftJoin('conversation_sides as side', (join) =>
        join.onRef('side.user_id', '=', 'own.peer_id').onRef('side.peer_id', '=', 'own.user_id'),
      )
      .select(['own.peer_id', 'side.unread_count'])
      .where('own.user_id', '=', userId)
      .$if(after !== undefined, (query) => query.where('own.peer_id', '>', after ?? ''))
      .orderBy('own.peer_id')
      .limit(PART)
      .execute()
    const unread = rows.filter((row) => (row.unread_count ?? 0) > 0)
    return { ids: unread.map((row) => row.peer_id), last: rows[PART - 1]?.peer_id }
  },

  async readCounts(tx, senderId, ids) {
    const sides = await tx
      .selectFrom('conversation_sides as side')
      .innerJoin('users as sender', 'sender.id', 'side.peer_id')
      .select(['side.user_id', 'side.read_seq', 'side.unread_count', 'sender.deactivated_at'])
      .where('side.user_id', 'in', ids)
      .where('side.peer_id', '=', senderId)
      .where('side.unread_count', '>', 0)
      .execute()
    return sides.map(({ user_id, read_seq, unread_count, deactivated_at }) => {
      const unread = deactivated_at === null ? unread_count : 0
      return { userId: user_id, data: { senderId, upTo: read_seq, unread } }
    })
  },
}
