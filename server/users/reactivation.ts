import type { Role } from '#contract/users.ts'
import { refreshListing } from '../devs/listing.ts'
import type { Tx } from '../lib/db.ts'
import { changeTotal } from '../lib/totals.ts'
import { scheduleSync } from './visibility.ts'

type Shown = { id: string; role: Role; onboarded_at: string | null }

/** Restores a person in every page, list and total; `syncVisibility` restores their work after the commit. */
export async function showProfile(tx: Tx, user: Shown): Promise<void> {
  await scheduleSync(tx, user.id)
  await refreshListing(tx, user.id)
  if (user.onboarded_at !== null) {
    await changeTotal(tx, user.role === 'developer' ? 'developers' : 'recruiters', 1)
  }
}

/**
 * Undoes a deactivation (decision 36: by support only), a suspension or a ban. The password and all public data are valid
 * again, except items hidden by a moderator. False for an active or erased account.
 */
export async function reactivate(tx: Tx, userId: string): Promise<boolean> {
  const user = await tx
    .updateTable('users')
    .set({ deactivated_at: null, suspended_until: null, banned_at: null })
    .where('id', '=', userId)
    .where('deactivated_at', 'is not', null)
    .where('erased_at', 'is', null)
    .returning(['id', 'role', 'onboarded_at', 'moderated_at'])
    .executeTakeFirst()
  if (!user) return false
  if (user.moderated_at === null) await showProfile(tx, user)
  else await scheduleSync(tx, userId)
  return true
}
