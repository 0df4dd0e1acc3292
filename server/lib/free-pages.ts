import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** So many pages are written at a time; other work comes in between. */
const STEP_PAGES = 256

/**
 * Overwrites the unused pages of SQLite's file with zeros. They still hold what once stood there, as `secure_delete =
 * fast` leaves a page alone that is given back whole. A table of zeros takes them all, and is dropped.
 */
export async function wipeFreePages(db: Db): Promise<void> {
  const pageBytes = await read(db, sql<{ value: number }>`select page_size as value from pragma_page_size`)
  // One may be left of a try that broke off.
  await sql`drop table if exists zeros`.execute(db)
  await sql`create table zeros (bytes blob not null)`.execute(db)
  for (let free = await countFree(db); free > 0; free = await countFree(db)) {
    await sql`insert into zeros values (zeroblob(${Math.min(free, STEP_PAGES) * pageBytes}))`.execute(db)
    await breathe()
  }
  await sql`drop table zeros`.execute(db)
}

const countFree = (db: Db) =>
  read(db, sql<{ value: number }>`select freelist_count as value from pragma_freelist_count`)

async function read(db: Db, query: RawBuilder<{ value: number }>): Promise<number> {
  const { rows } = await query.execute(db)
  return rows[0]?.value ?? 0
}
