import { sql } from 'kysely'
import type { Cleared, ConversationState } from '#contract/inbox.ts'
import { m } from '#contract/texts.ts'
import { hasBlocked } from '../blocks/blocks.queries.ts'
import { type InboxNumber, insertInboxEvents, type NewInboxEvent } from '../inbox/inbox.queries.ts'
import { insertJob } from '../jobs/jobs.queries.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { Db, Tx } from '../lib/db.ts'
import { ApiError } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { prepared } from '../lib/prepared.ts'
import { inSteps } from '../lib/turns.ts'
import { dropDeliveriesFrom, MESSAGE_KINDS } from '../notifications/deliveries.queries.ts'

const DAY_MS = 24 * 3600 * 1000
/** Messages of a declined request that are delivered when the receiver writes; older ones are in the history only. */
const MAX_RELEASED = 200

/** The two know each other by an application, to an offer of either one (TALK-01). */
export async function haveApplied(db: Db, a: string, b: string): Promise<boolean> {
  const rows = await findApplication(db, { a, b })
  return rows.length > 0
}

const findApplication = prepared((db, { a, b }: { a: string; b: string }) => {
  const of = (ownerId: string, userId: string) =>
    db
      .selectFrom('applications')
      .innerJoin('offers', 'offers.id', 'applications.offer_id')
      .select('applications.id')
      .where('applications.user_id', '=', userId)
      .where('offers.owner_id', '=', ownerId)
  return of(a, b).unionAll(of(b, a)).limit(sql.lit(1))
})

/** 429 beyond so many requests in 24 hours (TALK-03); the sender's counters have to be locked. */
export async function requireOutreach(tx: Tx, senderId: string, perDay: number): Promise<void> {
  if (perDay === Number.POSITIVE_INFINITY) return
  const since = new Date(Date.now() - DAY_MS).toISOString()
  const recent = await tx
    .selectFrom('conversations')
    .select('requested_at')
    .where('requested_by', '=', senderId)
    .where('requested_at', '>', since)
    .orderBy('requested_at', 'desc')
    .limit(perDay + 1)
    .execute()
  if (recent.length < Math.max(perDay, 1)) return
  const oldest = recent[Math.max(perDay - 1, 0)]?.requested_at ?? now()
  const nextMs = (perDay === 0 ? Date.now() : Date.parse(oldest)) + DAY_MS
  const time = `${new Date(nextMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  throw new ApiError(429, 'RATE_LIMITED', m.chat_outreach({ count: perDay, time }), {
    retryAfterSeconds: Math.max(1, Math.ceil((nextMs - Date.now()) / 1000)),
  })
}

type Release = {
  userId: string
  peerId: string
  conversationId: string
  /** Writing or accepting marks as read up to here. */
  upTo: number
  /** Of the same batch, which is not stored yet. */
  unstored?: readonly { id: string; seq: number; created_at: string }[]
}

/** Delivers messages sent after the request was declined, as read; returns events for the receiver's devices. */
export async function releaseDeclined(tx: Tx, release: Release): Promise<NewInboxEvent[]> {
  const { userId, peerId, conversationId, upTo, unstored = [] } = release
  const stored = await takeDeclined(tx, conversationId, userId)
  const released = [...stored, ...unstored].sort((a, b) => a.seq - b.seq)
  const last = released.at(-1)
  if (!last) return []
  await tx
    .updateTable('conversation_sides')
    .set((row) => ({
      received_seq: last.seq,
      read_seq: row.case().when('read_seq', '>', upTo).then(row.ref('read_seq')).else(upTo).end(),
      last_message_at: last.created_at,
      last_message_id: last.id,
    }))
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .execute()
  const cleared: Cleared = { senderId: peerId, upTo, unread: 0 }
  return [
    ...released
      .slice(-MAX_RELEASED)
      .map(({ id }): NewInboxEvent => ({ userId, kind: 'newMessage', refId: id })),
    { userId, kind: 'cleared', data: cleared } satisfies NewInboxEvent,
  ]
}

/** The newest of them; a job lets the others arrive, which may be those of years (X1). */
async function takeDeclined(tx: Tx, conversationId: string, userId: string) {
  const newest = await arrive(tx, { conversationId, userId, most: MAX_RELEASED })
  if (newest.length === MAX_RELEASED) {
    const upTo = Math.min(...newest.map(({ seq }) => seq))
    await insertJob(tx, 'declined messages', { conversationId, userId, upTo })
  }
  return newest
}

/** Messages per batch of the job. */
const PART = 500

/** The job: the rest of them, step by step. */
export const releaseEarlier = (db: Db, earlier: JobPayload<'declined messages'>): Promise<void> =>
  inSteps(async () => (await arrive(db, { ...earlier, most: PART })).length === PART)

type Declined = { conversationId: string; userId: string; upTo?: number; most: number }

/** Ends the withholding of the newest declined messages up to a number. */
const arrive = (db: Db, { conversationId, userId, upTo, most }: Declined) =>
  db
    .updateTable('messages')
    .set({ withheld: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('messages')
        .select('id')
        .where('conversation_id', '=', conversationId)
        .where('receiver_id', '=', userId)
        // A parameter would not match the index.
        .where('withheld', '=', sql.lit('declined'))
        .$if(upTo !== undefined, (earlier) => earlier.where('seq', '<=', upTo ?? 0))
        .orderBy('seq', 'desc')
        .limit(most),
    )
    .returning(['id', 'seq', 'created_at'])
    .execute()

/** The side of `userId`, locked with its conversation until the end of the transaction. */
export async function lockSide(tx: Tx, userId: string, peerId: string) {
  const conversation = await tx
    .updateTable('conversations')
    .set((row) => ({ last_seq: row.ref('last_seq') }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('conversation_sides')
        .select('conversation_id')
        .where('user_id', '=', userId)
        .where('peer_id', '=', peerId),
    )
    .returning(['id', 'last_seq'])
    .executeTakeFirst()
  if (!conversation) return undefined
  const side = await tx
    .selectFrom('conversation_sides')
    .select(['requested_at', 'declined_at', 'muted_at', 'missed_mail_at', 'read_seq', 'unread_count'])
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .executeTakeFirstOrThrow()
  return { ...side, conversationId: conversation.id, lastSeq: conversation.last_seq }
}

/** The inbox number of the change; undefined if there is no request. */
export async function decideRequest(
  tx: Tx,
  userId: string,
  peerId: string,
  accept: boolean,
): Promise<InboxNumber | undefined> {
  const side = await lockSide(tx, userId, peerId)
  if (!side || side.requested_at === null) return undefined
  const events: NewInboxEvent[] = []
  if (accept) {
    await updateSide(tx, userId, peerId, { requested_at: null, declined_at: null })
    events.push(
      ...(await releaseDeclined(tx, {
        userId,
        peerId,
        conversationId: side.conversationId,
        upTo: side.lastSeq,
      })),
    )
  } else {
    await updateSide(tx, userId, peerId, {
      declined_at: side.declined_at ?? now(),
      read_seq: side.lastSeq,
      unread_count: 0,
    })
    const cleared: Cleared = { senderId: peerId, upTo: side.lastSeq, unread: 0 }
    if (side.unread_count > 0) events.push({ userId, kind: 'cleared', data: cleared })
  }
  const blocked = await hasBlocked(tx, userId, peerId)
  const data: ConversationState = { _id: peerId, request: false, muted: side.muted_at !== null, blocked }
  events.push({ userId, kind: 'cleared', subject: 'conversation', data })
  const numbers = await insertInboxEvents(tx, events)
  if (!accept) await dropDeliveriesFrom(tx, userId, peerId, MESSAGE_KINDS)
  return { userId, seq: numbers.at(-1) ?? 0 }
}

/** The inbox number of the change; undefined if there is no conversation. */
export async function muteSide(
  tx: Tx,
  userId: string,
  peerId: string,
  muted: boolean,
): Promise<InboxNumber | undefined> {
  const side = await lockSide(tx, userId, peerId)
  if (!side) return undefined
  await updateSide(tx, userId, peerId, { muted_at: muted ? (side.muted_at ?? now()) : null })
  const request = side.requested_at !== null && side.declined_at === null
  const blocked = await hasBlocked(tx, userId, peerId)
  const data: ConversationState = { _id: peerId, request, muted, blocked }
  const [seq = 0] = await insertInboxEvents(tx, [{ userId, kind: 'cleared', subject: 'conversation', data }])
  if (muted) await dropDeliveriesFrom(tx, userId, peerId, MESSAGE_KINDS)
  return { userId, seq }
}

type Change = {
  requested_at?: string | null
  declined_at?: string | null
  muted_at?: string | null
  missed_mail_at?: string
  read_seq?: number
  unread_count?: number
}

/** Under the lock of its conversation. */
export async function updateSide(tx: Tx, userId: string, peerId: string, change: Change): Promise<void> {
  await tx
    .updateTable('conversation_sides')
    .set(change)
    .where('user_id', '=', userId)
    .where('peer_id', '=', peerId)
    .execute()
}
