import type { Kysely } from 'kysely'
import type { Tx } from '../lib/db.ts'
import type { Tables } from '../lib/tables.ts'
import { nextTurn } from '../lib/turns.ts'
import { hideOffers } from '../offers/offers.writes.ts'
import { hideProjects } from '../projects/projects.writes.ts'

/** Hides the published work of a deactivated or hidden person, one step per transaction (X1). Idempotent. */
export async function hideWork(db: Kysely<Tables>, userId: string): Promise<void> {
  while (await db.transaction().execute((tx) => hidePart(tx, userId))) await nextTurn()
}

async function hidePart(tx: Tx, userId: string): Promise<boolean> {
  // A write, so that a concurrent reactivation comes before or after.
  const user = await tx
    .updateTable('users')
    .set((row) => ({ token_version: row.ref('token_version') }))
    .where('id', '=', userId)
    .where((row) => row.or([row('deactivated_at', 'is not', null), row('moderated_at', 'is not', null)]))
    .returning('role')
    .executeTakeFirst()
  if (!user) return false
  return user.role === 'developer' ? hideProjects(tx, userId) : hideOffers(tx, userId)
}
