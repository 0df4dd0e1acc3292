import type { Cleared, ConversationState } from '#contract/inbox.ts'
import { deleteBlock, insertBlock } from '../blocks/blocks.queries.ts'
import { type InboxNumber, insertInboxEvents, type NewInboxEvent } from '../inbox/inbox.queries.ts'
import type { Tx } from '../lib/db.ts'
import { dropDeliveriesFrom, MESSAGE_KINDS } from '../notifications/deliveries.queries.ts'
import { PERSONAL_KINDS } from '../notifications/notify.ts'
import { lockSide, updateSide } from './requests.queries.ts'

/** Blocks a person or ends the block; the inbox number of the change, undefined if there is none (TALK-04). */
export async function setBlock(
  tx: Tx,
  userId: string,
  peerId: string,
  blocked: boolean,
): Promise<InboxNumber | undefined> {
  // First, so that a concurrent message is stored before, or sees the block.
  const side = await lockSide(tx, userId, peerId)
  const isChanged = blocked ? await insertBlock(tx, userId, peerId) : await deleteBlock(tx, userId, peerId)
  if (!isChanged) return undefined
  const events: NewInboxEvent[] = []
  if (blocked && side && side.unread_count > 0) {
    await updateSide(tx, userId, peerId, { read_seq: side.lastSeq, unread_count: 0 })
    const cleared: Cleared = { senderId: peerId, upTo: side.lastSeq, unread: 0 }
    events.push({ userId, kind: 'cleared', data: cleared })
  }
  const data: ConversationState = {
    _id: peerId,
    request: side !== undefined && side.requested_at !== null && side.declined_at === null,
    muted: side !== undefined && side.muted_at !== null,
    blocked,
  }
  events.push({ userId, kind: 'cleared', subject: 'conversation', data })
  const numbers = await insertInboxEvents(tx, events)
  if (blocked) {
    const kinds = [...MESSAGE_KINDS, ...PERSONAL_KINDS]
    await dropDeliveriesFrom(tx, userId, peerId, kinds)
    await dropDeliveriesFrom(tx, peerId, userId, kinds)
  }
  return { userId, seq: numbers.at(-1) ?? 0 }
}
