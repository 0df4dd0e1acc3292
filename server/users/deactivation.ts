import { refreshListing } from '../devs/listing.ts'
import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { changeTotal } from '../lib/totals.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffers } from '../offers/offers.writes.ts'
import { hideProjects } from '../projects/projects.writes.ts'
import { lockUser } from './lock-user.ts'
import { endSessions } from './password.queries.ts'
import { scheduleSync } from './visibility.ts'

/**
 * Hides the account everywhere: no sign-in, page, list, search or count (decision 36). Hides the first projects or
 * offers; `syncVisibility` hides the others after the commit, and corrects the unread counts of others. Nothing is erased,
 * so that support can undo it; uploads are 404 because their owner is deactivated.
 */
export async function deactivate(tx: Tx, userId: string): Promise<void> {
  const { role, onboarded_at, moderated_at } = await lockUser(tx, userId)
  await tx
    .updateTable('users')
    .set((row) => ({ deactivated_at: now(), token_version: row('token_version', '+', 1) }))
    .where('id', '=', userId)
    .execute()
  await endSessions(tx, userId)
  await tx.deleteFrom('reset_tokens').where('user_id', '=', userId).execute()
  await nextTurn()
  const hide = role === 'developer' ? hideProjects : hideOffers
  await hide(tx, userId)
  await scheduleSync(tx, userId)
  await refreshListing(tx, userId)
  if (onboarded_at !== null && moderated_at === null)
    await changeTotal(tx, role === 'developer' ? 'developers' : 'recruiters', -1)
  // All of it, and its part of the search index, is written by the commit.
  await nextTurn()
}
