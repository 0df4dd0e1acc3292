import type { Warning } from '#contract/warnings.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { MessageRow } from '../messages/message-rows.ts'
import { insertAutomaticReport } from '../moderation/reports.writes.ts'
import { findThing } from '../moderation/things.ts'

/** The number of warned conversations of one sender that opens a report. */
const REPORTED_FROM = 3

/** Stores conversations in which the receiver sees a warning; the third one of a sender opens a report. */
export async function countWarned(tx: Tx, messages: readonly MessageRow[]): Promise<void> {
  for (const { sender_id, receiver_id, warning, withheld } of messages) {
    if (warning === null || withheld !== null) continue
    const { numUpdatedRows } = await tx
      .updateTable('conversation_sides')
      .set({ warned_at: now() })
      .where('user_id', '=', receiver_id)
      .where('peer_id', '=', sender_id)
      .where('warned_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) await reportSender(tx, sender_id, warning)
  }
}

async function reportSender(tx: Tx, senderId: string, warning: Warning): Promise<void> {
  const warned = await tx
    .selectFrom('conversation_sides')
    .select('user_id')
    .where('peer_id', '=', senderId)
    .where('warned_at', 'is not', null)
    .limit(REPORTED_FROM)
    .execute()
  const sender = warned.length === REPORTED_FROM && (await findThing(tx, 'user', senderId))
  if (sender) await insertAutomaticReport(tx, sender, { reason: 'scam', text: warning })
}
