import { refreshListing } from '../devs/listing.ts'
import { insertRecountEvents } from '../inbox/recount-events.queries.ts'
import type { Tx } from '../lib/db.ts'
import { changeTotal } from '../lib/totals.ts'
import { unhideOffers } from '../offers/offers.writes.ts'
import { unhideProjects } from '../projects/projects.writes.ts'

/**
 * Undoes a deactivation (decision 36: by support only). The password and all public data are valid again. False for
 * an active or erased account.
 */
export async function reactivate(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ deactivated_at: null })
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .returning(['id', 'role', 'name', 'surname', 'onboarded_at'])
    .executeTakeFirst()
  if (!user) return false
  if (user.role === 'developer') await unhideProjects(tx, user)
  else await unhideOffers(tx, userId)
  await refreshListing(tx, userId)
  if (user.onboarded_at !== null) {
    await changeTotal(tx, user.role === 'developer' ? 'developers' : 'recruiters', 1)
  }
  // Not signalled: nodes poll new events within seconds.
  await insertRecountEvents(tx, userId)
  return true
}
