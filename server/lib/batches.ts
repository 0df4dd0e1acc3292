import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { Tables } from './tables.ts'
import { nextTurn } from './turns.ts'

/** Rows per statement of scheduled maintenance: a few milliseconds, also of SQLite, which blocks the event loop (X1). */
export const BATCH_SIZE = 100

/** Repeats `act` until it returns true for nothing left; requests are served in between. */
export async function repeatUntilDone(act: () => Promise<boolean>): Promise<void> {
  while (!(await act())) await nextTurn()
}

/** Deletes the rows whose `column`, a time, is before `before`. */
export function deleteOlder<Table extends keyof Tables & string>(
  db: Db,
  table: Table,
  column: keyof Tables[Table] & string,
  before: string,
): Promise<void> {
  const [from, time] = [sql.table(table), sql.ref(column)]
  return repeatUntilDone(async () => {
    const { rows } = await sql<{ last: string }>`
      select ${time} as last from ${from} where ${time} < ${before} order by ${time} limit 1 offset ${BATCH_SIZE - 1}
    `.execute(db)
    const last = rows[0]?.last
    await sql`delete from ${from} where ${last === undefined ? sql`${time} < ${before}` : sql`${time} <= ${last}`}`.execute(
      db,
    )
    return last === undefined
  })
}
