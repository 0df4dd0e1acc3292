import {
  isNotificationKind,
  kindSettings,
  NOTIFICATION_KINDS,
  type NotificationKind,
} from '#contract/notification-kinds.ts'
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
/** A digest has no more lines, and a job sends no more mails and pushes; the rest follows in the next one (X1). */
const MAX_LINES = 200
/** Deliveries per batch (X1). */
const PART = 100
const MODES = ['instant', 'hourly', 'daily', 'weekly'] as const
/** Quiet hours do not hold them. */
const SAFETY_KINDS = (Object.keys(NOTIFICATION_KINDS) as NotificationKind[]).filter(
  (kind) => kindSettings(kind).isSafety,
)

/**
 * Turns the due deliveries of a person into mail and push jobs, one for each mail, in one transaction, so that a kill loses
 * and repeats nothing. Deliveries held by quiet hours, digests still collecting, and what is above `MAX_LINES`, are
 * scheduled for later.
 */
export async function deliverDue(
  { db, config }: Pick<JobServices, 'db' | 'config'>,
  { userId }: JobPayload<'deliveries'>,
) {
  const periods = {
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
    if (quietEnd) await scheduleDelivery(tx, userId, quietEnd, `quiet ${quietEnd}`)

    for (const mode of MODES) {
      await nextTurn()
      const waiting = await listWaiting(tx, userId, {
        mode,
        limit: MAX_LINES,
        ...(mode === 'instant' && { dueAt: new Date(nowMs).toISOString() }),
        ...(quietEnd && { kinds: SAFETY_KINDS }),
      })
      const isWanted = ({ kind, channel }: (typeof waiting)[number]) =>
        own !== undefined && isNotificationKind(kind) && modesOf(kind, own)[channel] !== undefined
      const wanted = waiting.filter(isWanted)
      await deleteDeliveries(
        tx,
        waiting.filter((row) => !isWanted(row)).map(({ id }) => id),
      )
      const mayHaveMore = waiting.length === MAX_LINES
      const [oldest] = wanted
      if (!oldest) {
        if (mayHaveMore) await scheduleDelivery(tx, userId)
        continue
      }
      if (mode === 'instant') {
        await inParts(wanted, PART, async (part) => {
          for (const { id, channel } of part) {
            await insertJob(tx, channel === 'mail' ? 'notification mail' : 'push', {
              batchId: await putIntoBatch(tx, [id]),
            })
          }
        })
      } else {
        const dueMs = Date.parse(oldest.created_at) + periods[mode]
        if (dueMs > nowMs) {
          await scheduleDelivery(tx, userId, new Date(dueMs).toISOString(), mode)
          continue
        }
        const batchId = await putIntoBatch(
          tx,
          wanted.map(({ id }) => id),
        )
        await insertJob(tx, 'notification mail', { batchId })
      }
      if (mayHaveMore) await scheduleDelivery(tx, userId)
    }
  })
}
