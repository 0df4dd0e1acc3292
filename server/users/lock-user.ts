import type { Db } from '../lib/db.ts'
import { unauthenticated } from '../lib/errors.ts'

/**
 * What stands in an active account now. Its row is locked by a write, so that whatever else changes the account
 * in this moment comes before or after this transaction. An account that was just deactivated is 401.
 */
export async function lockUser(db: Db, id: string) {
  const user = await db
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', id)
    .where('deactivated_at', 'is', null)
    .returning(['role', 'name', 'surname', 'company_name', 'onboarded_at'])
    .executeTakeFirst()
  if (!user) throw unauthenticated()
  return user
}
