import type { Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

/**
 * One step of hiding the projects or offers of a deactivated person (decision 36): one row, since some
 * have a hundred pages of text (X1). `unlist` removes its filter rows and counts. False at the end.
 */
export async function hideOwned(
  tx: Tx,
  table: 'projects' | 'offers',
  ownerId: string,
  unlist: (ids: string[]) => Promise<void>,
): Promise<boolean> {
  // Both tables have the columns used here; Kysely types a query for one table.
  const typed = table as 'projects'
  const shown = await tx
    .selectFrom(typed)
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (!shown) return false
  const hidden = await tx
    .updateTable(typed)
    .set({ hidden_at: now(), search_text: null })
    .where('id', '=', shown.id)
    .where('deleted_at', 'is', null)
    .where('hidden_at', 'is', null)
    .returning('id')
    .execute()
  await unlist(hidden.map(({ id }) => id))
  return true
}
