import { setTimeout as wait } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { TOPICS } from '#contract/topics.ts'
import type { Tx } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffers, showOffers } from '../offers/offers.writes.ts'
import { hideProjects, showProjects } from '../projects/projects.writes.ts'
import type { Services } from '../services.ts'

/**
 * Hides the published work of a deactivated or hidden person, and shows that of an active one again, one step per
 * transaction (X1). Idempotent.
 */
export async function syncWorkVisibility(db: Kysely<Tables>, userId: string): Promise<void> {
  while (await db.transaction().execute((tx) => syncPart(tx, userId))) await nextTurn()
}

/** Enough for nearly everybody; thousands of offers take up to 20 s, longer than a call may. */
const MAX_WAIT_MS = 5000

/**
 * Invalidates the caches first, as hiding the work of a person may take seconds (MOD-03). After `maxWaitMs` it continues
 * without the call.
 */
export async function syncWorkVisibilityInCall(
  { db, changes }: Pick<Services, 'db' | 'changes'>,
  userId: string,
  maxWaitMs = MAX_WAIT_MS,
): Promise<void> {
  await changes.note(TOPICS)
  const done = syncWorkVisibility(db, userId).then(() => changes.note(TOPICS))
  // If it fails after the wait, the job 'hidden work' completes it.
  done.catch(() => undefined)
  await Promise.race([done, wait(maxWaitMs, undefined, { ref: false })])
}

async function syncPart(tx: Tx, userId: string): Promise<boolean> {
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
