import { formatUtc } from '#contract/format.ts'
import { m } from '#contract/texts.ts'
import { TOPICS } from '#contract/topics.ts'
import { cancelJob, scheduleJob } from '../jobs/jobs.queries.ts'
import type { JobServices } from '../jobs/worker.ts'
import type { Tx } from '../lib/db.ts'
import { ApiError, conflict } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import type { Services } from '../services.ts'
import { deactivate } from '../users/deactivation.ts'
import { reactivate } from '../users/reactivation.ts'

type Sanction = { suspended_until: string | null; banned_at: string | null }

/**
 * Suspends the account until then, or bans it: deactivated like one closed by its owner (decision 36), so that tokens and
 * sockets end and everything is hidden. 409 for an account closed by its owner.
 */
export async function sanction(tx: Tx, userId: string, until: string | null): Promise<void> {
  const user = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .returning(['deactivated_at', 'suspended_until', 'banned_at'])
    .executeTakeFirstOrThrow()
  if (user.deactivated_at !== null && !isSanctioned(user))
    throw conflict('WRONG_STATE', m.moderation_account_closed())
  if (user.deactivated_at === null) await deactivate(tx, userId)
  await tx
    .updateTable('users')
    .set({ suspended_until: until, banned_at: until === null ? now() : null })
    .where('id', '=', userId)
    .execute()
  if (until === null) await cancelJob(tx, 'suspension end', userId)
  else await scheduleJob(tx, 'suspension end', { userId }, { key: userId, at: until })
}

/** Ends a suspension or a ban; false if there is none. */
export async function liftSanction(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .returning(['suspended_until', 'banned_at'])
    .executeTakeFirst()
  if (!user || !isSanctioned(user)) return false
  await cancelJob(tx, 'suspension end', userId)
  return reactivate(tx, userId)
}

export const isSanctioned = ({ suspended_until, banned_at }: Sanction): boolean =>
  suspended_until !== null || banned_at !== null

/** The job that ends a suspension at its time. */
export async function endSuspension({ db, changes }: JobServices, { userId }: { userId: string }) {
  const isBack = await db.transaction().execute(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(['suspended_until', 'banned_at'])
      .where('id', '=', userId)
      .executeTakeFirst()
    const isOver = user && user.banned_at === null && user.suspended_until !== null
    return isOver && user.suspended_until !== null && user.suspended_until <= now()
      ? liftSanction(tx, userId)
      : false
  })
  if (isBack) await changes.publish(TOPICS)
}

/** After the right password: 403 with the date while suspended, 403 when banned; an expired suspension is lifted. */
export async function requireNoSanction(
  { db, changes, jobs }: Pick<Services, 'db' | 'changes' | 'jobs'>,
  { id, suspended_until, banned_at }: Sanction & { id: string },
): Promise<void> {
  if (banned_at !== null) throw new ApiError(403, 'BANNED', m.moderation_banned())
  if (suspended_until === null) return
  if (suspended_until > now()) {
    throw new ApiError(403, 'SUSPENDED', m.moderation_suspended({ date: formatUtc(suspended_until) }))
  }
  await db.transaction().execute((tx) => liftSanction(tx, id))
  // A job shows their work again and corrects unread counts, as there may be many.
  jobs.wake()
  await changes.publish(TOPICS)
}
