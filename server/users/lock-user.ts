import { m } from '#contract/texts.ts'
import type { Tx } from '../lib/db.ts'
import { ApiError, unauthenticated } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'

/**
 * Reads an active account and locks its row by a write of `updated_at`, which serialises concurrent changes of the
 * account. A deactivated account is 401.
 */
export async function lockUser(tx: Tx, id: string) {
  const user = await tx
    .updateTable('users')
    .set({ updated_at: now() })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning(['role', 'name', 'surname', 'company_name', 'onboarded_at', 'moderated_at'])
    .executeTakeFirst()
  if (!user) throw unauthenticated()
  return user
}

/** People hidden by moderation cannot publish. */
export function requireShown({ moderated_at }: { moderated_at: string | null }): void {
  if (moderated_at !== null) throw new ApiError(403, 'FORBIDDEN', m.moderation_profile_hidden())
}
