import { refreshListing } from '../devs/listing.ts'
import { insertDepartureEvents } from '../inbox/departures.queries.ts'
import type { Db } from '../lib/db.ts'
import { changeTotal } from '../lib/totals.ts'
import { unhideOffers } from '../offers/offers.writes.ts'
import { unhideProjects } from '../projects/projects.writes.ts'

/**
 * Undoes a deactivation (DECISION 49: by support only). The person signs in with the old password; what was shown
 * is shown again. False for an account that is active or erased. Call it in a transaction.
 */
export async function reactivate(db: Db, userId: string): Promise<boolean> {
  const user = await db
    .updateTable('users')
    .set({ deactivated_at: null })
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .returning(['id', 'role', 'name', 'surname', 'onboarded_at'])
    .executeTakeFirst()
  if (!user) return false
  if (user.role === 'developer') await unhideProjects(db, user)
  else await unhideOffers(db, userId)
  await refreshListing(db, userId)
  if (user.onboarded_at !== null) {
    await changeTotal(db, user.role === 'developer' ? 'developers' : 'recruiters', 1)
  }
  // No signal from here: nodes find the new events within seconds.
  await insertDepartureEvents(db, userId)
  return true
}
