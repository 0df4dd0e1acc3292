import { setTimeout as wait } from 'node:timers/promises'
import { TOPICS } from '#contract/topics.ts'
import { recountInboxes } from '../inbox/recount-events.queries.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffers, showOffers } from '../offers/offers.writes.ts'
import { hideProjects, showProjects } from '../projects/projects.writes.ts'
import type { Services } from '../services.ts'

/** In the transaction that hides or shows a person: the job completes `syncVisibility` where it is interrupted or not called. */
export const scheduleSync = (tx: Tx, userId: string): Promise<void> =>
  scheduleJob(tx, 'hidden work', { userId }, { key: userId, ifWaiting: 'keep' })

/**
 * Hides the published work of a deactivated or hidden person in lists and counts, and shows that of an active one again;
 * then corrects the unread counts of others. One step per transaction (X1), after the commit; idempotent.
 */
export async function syncVisibility(
  { db, bus }: Pick<Services, 'db' | 'bus'>,
  userId: string,
): Promise<void> {
  while (await db.transaction().execute((tx) => syncWork(tx, userId))) await nextTurn()
  await recountInboxes({ db, bus }, userId)
}

/** Enough for nearly everybody; thousands of offers take up to 20 s, longer than a call may. */
const MAX_WAIT_MS = 5000

/**
 * Invalidates the caches first: no read shows work of a hidden person, however long the steps take (MOD-03). After
 * `maxWaitMs` they continue without the call.
 */
export async function syncVisibilityInCall(
  { db, bus, changes }: Pick<Services, 'db' | 'bus' | 'changes'>,
  userId: string,
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  await changes.publish(TOPICS)
  const done = syncVisibility({ db, bus }, userId).then(() => changes.publish(TOPICS))
  // If it fails after the wait, the job completes it.
  done.catch(() => undefined)
  await Promise.race([done, wait(maxWaitMs, undefined, { ref: false })])
}

async function syncWork(tx: Tx, userId: string): Promise<boolean> {
  // A write, so that a concurrent deactivation or reactivation comes before or after.
  const user = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .returning(['id', 'role', 'name', 'surname', 'deactivated_at', 'moderated_at'])
    .executeTakeFirst()
  if (!user) return false
  const isHidden = user.deactivated_at !== null || user.moderated_at !== null
  if (user.role === 'developer') return isHidden ? hideProjects(tx, userId) : showProjects(tx, user)
  return isHidden ? hideOffers(tx, userId) : showOffers(tx, userId)
}
