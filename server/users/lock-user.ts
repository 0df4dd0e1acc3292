import type { Tx } from '../lib/db.ts'
import { unauthenticated } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'

/**
 * What stands in an active account now, for whoever changes what it shows. Its row is locked by a write, which dates
 * the change, so that whatever else changes the account in this moment comes before or after this transaction. An
 * account that was just deactivated is 401.
 */
export async function lockUser(tx: Tx, id: string) {
  const user = await tx
    .updateTable('users')
    .set({ updated_at: now() })
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning(['role', 'name', 'surname', 'company_name', 'onboarded_at'])
    .executeTakeFirst()
  if (!user) throw unauthenticated()
  return user
}
