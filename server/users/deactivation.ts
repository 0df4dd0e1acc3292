import { refreshListing } from '../devs/listing.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { insertRecountEvents } from '../inbox/recount-events.queries.ts'
import { scheduleJob } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffers } from '../offers/offers.writes.ts'
import { hideProjects } from '../projects/projects.writes.ts'
import { lockUser } from './lock-user.ts'
import { endSessions } from './password.queries.ts'

/**
 * Hides the account everywhere: no sign-in, page, list, search or count (decision 36). Hides the first projects or
 * offers; `syncWorkVisibility` hides the others after the commit. Nothing is erased, so that support can undo it; uploads are 404
 * because their owner is deactivated. Returns the inboxes of others whose unread counts decrease.
 */
export async function deactivate(tx: Tx, userId: string): Promise<InboxNumber[]> {
  const { role, onboarded_at, moderated_at } = await lockUser(tx, userId)
  await tx
    .updateTable('users')
    .set((row) => ({ deactivated_at: now(), token_version: row('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
  await nextTurn()
  const hasMore = role === 'developer' ? await hideProjects(tx, userId) : await hideOffers(tx, userId)
  // For the case that the caller's `syncWorkVisibility` is interrupted.
  if (hasMore) await scheduleJob(tx, 'hidden work', { userId }, { key: userId, ifWaiting: 'keep' })
  await refreshListing(tx, userId)
  if (onboarded_at !== null && moderated_at === null)
    await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', -1)
  const inboxes = await insertRecountEvents(tx, userId)
  // All of it, and its part of the search index, is written by the commit.
  await nextTurn()
  return inboxes
}
