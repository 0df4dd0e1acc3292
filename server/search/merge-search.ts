import { sql } from 'kysely'
import type { Db } from '../lib/db.ts'
import { nextTurn } from '../lib/turns.ts'

const INDEXES = ['users', 'projects', 'offers'].flatMap((table) => [`${table}_search`, `${table}_grams`])
/** Pages written at a time; other work runs in between. */
const STEP_PAGES = 8

/**
 * SQLite's full-text index keeps deleted entries beside their tombstones, until the segments with both are
 * merged. This merges everything, since an erased name must be gone. Only segments changed since are rewritten.
 */
export async function mergeSearch(db: Db): Promise<void> {
  for (const index of INDEXES) {
    // A negative number starts to merge all segments into one.
    for (let pages = -STEP_PAGES, isMore = true; isMore; pages = STEP_PAGES) {
      const before = await countChanges(db)
      await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`.execute(
        db,
      )
      isMore = (await countChanges(db)) - before >= 2
      await nextTurn()
    }
  }
}

async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`select total_changes() as n`.execute(db)
  return rows[0]?.n ?? 0
}
