import { sql } from 'kysely'
import { NOTIFICATION_TYPES } from '#contract/notifications.ts'
import { hasBlocked } from '../blocks/blocks.queries.ts'
import type { Config } from '../config.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import type { Db, Tx } from '../lib/db.ts'
import { newId } from '../lib/ids.ts'
import { preparedForRows } from '../lib/prepared.ts'
import { addDeliveries } from '../notifications/deliveries.queries.ts'
import { listPreferences } from '../notifications/settings.queries.ts'
import { lockSide, updateSide } from './requests.queries.ts'

const MINUTE_MS = 60_000
/** Checked again while the receiver is online without reading. */
const LEAST_PAUSE_MS = 1000

type Sent = { sender_id: string; receiver_id: string }
type Spans = Pick<Config, 'MISSED_MAIL_MINUTES' | 'MISSED_MAIL_HOURS'>

/** Schedules a check of each conversation with a new message for when it may have been missed; in the message's transaction. */
export async function scheduleMissedMail(
  tx: Tx,
  messages: readonly Sent[],
  { MISSED_MAIL_MINUTES }: Spans,
): Promise<void> {
  const run_at = new Date(Date.now() + MISSED_MAIL_MINUTES * MINUTE_MS).toISOString()
  const keys = new Map(messages.map((sent) => [`${sent.receiver_id} ${sent.sender_id}`, sent]))
  // In one order everywhere, which prevents deadlocks.
  const rows = [...keys]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([job_key, { receiver_id: userId, sender_id: peerId }]) => ({
      ...{ id: newId(), kind: 'missed messages' as const, job_key, run_at },
      payload: JSON.stringify({ userId, peerId }),
    }))
  await insertJobs(tx, rows)
}

type NewJob = { id: string; kind: 'missed messages'; job_key: string; run_at: string; payload: string }

/** Like `scheduleJob` with `keep`. */
const insertJobs = preparedForRows((db, rows: NewJob[]) =>
  db
    .insertInto('jobs')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'job_key'])
        .where('job_key', 'is not', null)
        .where('attempts', '=', sql.lit(0))
        .where('failed_at', 'is', null)
        .doUpdateSet((row) => ({ run_at: row.ref('jobs.run_at') })),
    ),
)

/** Mails the receiver once that there are unread messages, by number only (TALK-05). */
export async function sendMissedMail(
  { db, config, isOnline }: JobServices,
  { userId, peerId }: JobPayload<'missed messages'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const side = await lockSide(tx, userId, peerId)
    if (!side || side.unread_count === 0 || side.muted_at !== null || side.declined_at !== null) return
    // A reply would not arrive.
    if (await hasBlocked(tx, peerId, userId)) return
    const { count, since } = await readMissed(tx, userId, side)
    if (since === null) return
    const last = side.missed_mail_at
    const dueMs = Math.max(
      Date.parse(since) + config.MISSED_MAIL_MINUTES * MINUTE_MS,
      last === null ? 0 : Date.parse(last) + config.MISSED_MAIL_HOURS * 60 * MINUTE_MS,
    )
    const nowMs = Date.now()
    const pauseMs = Math.max(config.MISSED_MAIL_MINUTES * MINUTE_MS, LEAST_PAUSE_MS)
    const againMs = dueMs > nowMs ? dueMs : isOnline(userId) ? nowMs + pauseMs : undefined
    if (againMs !== undefined) {
      const at = new Date(againMs).toISOString()
      return scheduleJob(
        tx,
        'missed messages',
        { userId, peerId },
        { key: `${userId} ${peerId}`, at, ifWaiting: 'keep' },
      )
    }
    const preferences = await listPreferences(tx, [userId])
    // People who chose mails about messages get one for each.
    if (preferences.get(userId)?.chosen[String(NOTIFICATION_TYPES.message)]?.mail !== undefined) return
    await updateSide(tx, userId, peerId, { missed_mail_at: new Date(nowMs).toISOString() })
    const delivery = {
      ...{ receiver_id: userId, sender_id: peerId, kind: 'missedMessages' as const },
      ...{ data: JSON.stringify({ count }), project_id: null },
    }
    await addDeliveries(tx, [delivery], preferences)
  })
}

type Side = NonNullable<Awaited<ReturnType<typeof lockSide>>>

/** The number of unread messages, and the time of the oldest one that no mail has counted. */
async function readMissed(db: Db, userId: string, side: Side) {
  const { count, since } = await db
    .selectFrom('messages')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('count'),
      fn
        .min('created_at')
        .filterWhere('created_at', '>', side.missed_mail_at ?? new Date(0).toISOString())
        .as('since'),
    ])
    .where('conversation_id', '=', side.conversationId)
    .where('seq', '>', side.read_seq)
    .where('receiver_id', '=', userId)
    .where('withheld', 'is', null)
    .where('removed_at', 'is', null)
    .where('moderated_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { count: Number(count), since }
}

/** Of these senders, those whose messages are all read: nothing is mailed about them any more. */
export async function listRead(db: Db, userId: string, senderIds: readonly string[]): Promise<Set<string>> {
  if (senderIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('conversation_sides')
    .select('peer_id')
    .where('user_id', '=', userId)
    .where('peer_id', 'in', senderIds)
    .where((eb) => eb.or([eb('unread_count', '=', 0), eb('muted_at', 'is not', null)]))
    .execute()
  return new Set(rows.map(({ peer_id }) => peer_id))
}
