import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'

/** 404 unless this is the id of an active developer. */
export async function requireDeveloper(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'developer')
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
}
