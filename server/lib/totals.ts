import { sql } from 'kysely'
import type { Db, Tx } from './db.ts'
import { prepared } from './prepared.ts'
import type { Tables } from './tables.ts'

export type TotalName = Tables['totals']['name']

/** Counts in the transaction of its cause. */
export async function changeTotal(tx: Tx, name: TotalName, by: number): Promise<void> {
  await tx
    .updateTable('totals')
    .set((row) => ({ value: row('value', '+', by) }))
    .where('name', '=', name)
    .execute()
}

/** The stored number of a public list, or of all hires (HOME-12). */
export async function readTotal(db: Db, name: TotalName): Promise<number> {
  const [row] = await selectTotal(db, { name })
  return row?.value ?? 0
}

/** The same as a column of another statement. */
export const totalOf = (name: TotalName) =>
  sql<number>`(select value from totals where name = ${sql.lit(name)})`

const selectTotal = prepared((db, { name }: { name: TotalName }) =>
  db.selectFrom('totals').select('value').where('name', '=', name),
)
