import type { Db } from '../lib/db.ts'
import { notFound } from '../lib/errors.ts'
export async function requireRecruiter(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'recruiter')
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw notFound()
}
