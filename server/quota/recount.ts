import { sql } from 'kysely'
import type { Tx } from '../lib/db.ts'
import { USAGE_OF_ROWS } from '../migrations/0013_quota_usage.ts'

/** Recounts the stored rows of all people, for rows inserted past the routes. */
export async function recountUsage(tx: Tx): Promise<void> {
  await tx.deleteFrom('quota_usage').execute()
  await sql`insert into quota_usage (subject, kind, total, day, today)
    select subject, kind, total, '', 0 from (${sql.raw(USAGE_OF_ROWS)}) as used`.execute(tx)
}
