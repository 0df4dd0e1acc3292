import { type RawBuilder, sql } from 'kysely'
import { repeatUntilDone } from '../lib/batches.ts'
import type { Db } from '../lib/db.ts'
import { nextTurn } from '../lib/turns.ts'

/** Pages written at a time; other work runs in between. */
const STEP_PAGES = 256

/**
 * Overwrites the free pages of SQLite's file with zeros. They may still contain deleted data, because `secure_delete =
 * fast` skips pages that are freed completely. A table of zeros allocates them all, and is emptied.
 */
export async function wipeFreePages(db: Db): Promise<void> {
  const pageBytes = await read(db, sql<{ value: number }>`select page_size as value from pragma_page_size`)
  // May remain from an interrupted run.
  await sql`drop table if exists zeros`.execute(db)
  await sql`create table zeros (bytes blob not null)`.execute(db)
  for (let free = await countFree(db); free > 0; free = await countFree(db)) {
    await sql`insert into zeros values (zeroblob(${Math.min(free, STEP_PAGES) * pageBytes}))`.execute(db)
    await nextTurn()
  }
  // To drop the full table would free all pages at once (X1).
  await repeatUntilDone(async () => {
    const { numAffectedRows = 0n } =
      await sql`delete from zeros where rowid = (select min(rowid) from zeros)`.execute(db)
    return numAffectedRows === 0n
  })
  await sql`drop table zeros`.execute(db)
}

const countFree = (db: Db) =>
  read(db, sql<{ value: number }>`select freelist_count as value from pragma_freelist_count`)

async function read(db: Db, query: RawBuilder<{ value: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.value ?? 0
}
