import { isNotificationKind, kindSettings } from '#contract/notification-kinds.ts'
import { lockInboxes } from '../inbox/inbox.queries.ts'
import { insertJob } from '../jobs/jobs.queries.ts'
import type { JobPayload } from '../jobs/jobs.ts'
import type { JobServices } from '../jobs/worker.ts'
import { inParts, nextTurn } from '../lib/turns.ts'
import {
  deleteDeliveries,
  listWaiting,
  modesOf,
  putIntoBatch,
  scheduleDelivery,
} from './deliveries.queries.ts'
import { quietUntil } from './quiet-hours.ts'
import { findSettings, listPreferences } from './settings.queries.ts'

const HOUR_MS = 3_600_000
/** A digest has no more lines; the rest follows in the next one. */
const MAX_LINES = 200
/** Deliveries per batch (X1). */
const PART = 100

/**
 * Turns the due deliveries of a person into mail and push jobs, one for each mail, in one transaction, so that a kill loses
 * and repeats nothing. Deliveries held by quiet hours, and digests still collecting, are scheduled for later.
 */
export async function deliverDue(
  { db, config }: Pick<JobServices, 'db' | 'config'>,
  { userId }: JobPayload<'deliveries'>,
) {
  const periods = {
    instant: 0,
    hourly: config.DIGEST_HOURLY_MINUTES * 60_000,
    daily: config.DIGEST_DAILY_HOURS * HOUR_MS,
    weekly: config.DIGEST_WEEKLY_DAYS * 24 * HOUR_MS,
  }
  await db.transaction().execute(async (tx) => {
    // Two processes may deliver to the same person at once.
    await lockInboxes(tx, [userId])
    const own = (await listPreferences(tx, [userId])).get(userId)
    const { quiet } = await findSettings(tx, userId)
    const nowMs = Date.now()
    const quietEnd = quietUntil(nowMs, quiet)?.toISOString()
    const waiting = await listWaiting(tx, userId)
    await nextTurn()

    const isWanted = ({ kind, channel }: (typeof waiting)[number]) =>
      own !== undefined && isNotificationKind(kind) && modesOf(kind, own)[channel] !== undefined
    await inParts(
      waiting.filter((row) => !isWanted(row)),
      PART,
      (part) =>
        deleteDeliveries(
          tx,
          part.map(({ id }) => id),
        ),
    )
    const isHeld = ({ kind }: (typeof waiting)[number]) =>
      quietEnd !== undefined && isNotificationKind(kind) && !kindSettings(kind).isSafety
    const wanted = waiting.filter(isWanted)
    if (quietEnd && wanted.some(isHeld)) await scheduleDelivery(tx, userId, quietEnd, `quiet ${quietEnd}`)
    const free = wanted.filter((row) => !isHeld(row))

    const due = free.filter(({ mode, due_at }) => mode === 'instant' && Date.parse(due_at) <= nowMs)
    await inParts(due, PART, async (part) => {
      for (const { id, channel } of part) {
        await insertJob(tx, channel === 'mail' ? 'notification mail' : 'push', {
          batchId: await putIntoBatch(tx, [id]),
        })
      }
    })
    for (const mode of ['hourly', 'daily', 'weekly'] as const) {
      const lines = free.filter((row) => row.mode === mode)
      const [oldest] = lines
      if (!oldest) continue
      const dueMs = Date.parse(oldest.created_at) + periods[mode]
      if (dueMs > nowMs) {
        await scheduleDelivery(tx, userId, new Date(dueMs).toISOString(), mode)
        continue
      }
      const batchId = await putIntoBatch(
        tx,
        lines.slice(0, MAX_LINES).map(({ id }) => id),
      )
      await insertJob(tx, 'notification mail', { batchId })
      if (lines.length > MAX_LINES) await scheduleDelivery(tx, userId)
    }
  })
}
