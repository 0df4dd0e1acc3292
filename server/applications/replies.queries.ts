import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { prepared } from '../lib/prepared.ts'
import { recountAfterAnswer } from './responsiveness.queries.ts'

type Message = { senderId: string; receiverId: string; isFromRecruiter?: boolean }

/** A first message of a recruiter answers the open applications of its receiver to own offers (APPL-07). */
export async function storeReplies(tx: Tx, messages: readonly Message[]): Promise<void> {
  const pairs = new Map(
    messages
      .filter(({ isFromRecruiter }) => isFromRecruiter === true)
      .map(({ senderId, receiverId }) => [senderId + receiverId, { ownerId: senderId, userId: receiverId }]),
  )
  // In one order everywhere, which prevents deadlocks.
  for (const [, { ownerId, userId }] of [...pairs].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const open = await selectOpen(tx, { ownerId, userId })
    if (open.length === 0) continue
    const at = now()
    await tx
      .updateTable('applications')
      .set((row) => ({
        replied_at: at,
        answered_at: sql<string>`case when ${row.ref('answered_at')} <= ${at} then ${row.ref('answered_at')} else ${at} end`,
      }))
      .where(
        'id',
        'in',
        open.map(({ id }) => id),
      )
      .where('replied_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute()
    await recountAfterAnswer(tx, ownerId)
  }
}

const selectOpen = prepared((db, { ownerId, userId }: { ownerId: string; userId: string }) =>
  db
    .selectFrom('applications')
    .innerJoin('offers', 'offers.id', 'applications.offer_id')
    .select('applications.id')
    .where('applications.user_id', '=', userId)
    .where('offers.owner_id', '=', ownerId)
    .where('applications.replied_at', 'is', null)
    .where('applications.withdrawn_at', 'is', null),
)
