import { refreshListing } from '../devs/listing.ts'
import type { InboxNumber } from '../inbox/inbox.queries.ts'
import { insertRecountEvents } from '../inbox/recount-events.queries.ts'
import { insertJobOnce } from '../jobs/jobs.queries.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { hideOffers } from '../offers/offers.writes.ts'
import { hideProjects } from '../projects/projects.writes.ts'
import { lockUser } from './lock-user.ts'
import { endSessions } from './password.queries.ts'

/**
 * Hides the account everywhere: no sign-in, page, list, search or count (decision 36). `hideWork` after the commit hides
 * the projects or offers that one step does not. Nothing is erased, so that
 * support can undo it; uploads are 404 because their owner is deactivated. Returns the inboxes of others whose unread
 * counts decrease.
 */
export async function deactivate(tx: Tx, userId: string): Promise<InboxNumber[]> {
  const { role, onboarded_at } = await lockUser(tx, userId)
  await tx
    .updateTable('users')
    .set((row) => ({ deactivated_at: now(), token_version: row('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
  const hasMore = role === 'developer' ? await hideProjects(tx, userId) : await hideOffers(tx, userId)
  // For the case that the caller's `hideWork` is interrupted.
  if (hasMore) await insertJobOnce(tx, 'hidden work', { userId })
  await refreshListing(tx, userId)
  if (onboarded_at !== null) await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', -1)
  return insertRecountEvents(tx, userId)
}
