import type { ApplicationSettings } from '#contract/applications.ts'
import type { Db } from '../lib/db.ts'
import { now } from '../lib/ids.ts'

export async function readSettings(db: Db, userId: string): Promise<ApplicationSettings> {
  const row = await db
    .selectFrom('users')
    .select('review_on_open_off_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { reviewOnOpen: row.review_on_open_off_at === null }
}

export async function updateSettings(
  db: Db,
  userId: string,
  { reviewOnOpen }: { reviewOnOpen?: boolean | undefined },
): Promise<ApplicationSettings> {
  if (reviewOnOpen !== undefined) {
    await db
      .updateTable('users')
      .set({ review_on_open_off_at: reviewOnOpen ? null : now() })
      .where('id', '=', userId)
      .execute()
  }
  return readSettings(db, userId)
}
