import { CompiledQuery, createQueryId, type Kysely } from 'kysely'
import type { Tables } from '../lib/tables.ts'
import { queriesOf } from './explain.ts'

type Node = {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

/**
 * Rows of a table that PostgreSQL reads during `work`, filtered ones included, with indexes where possible. Fill the tables
 * and ANALYZE first.
 */
export async function rowsRead(
  db: Kysely<Tables>,
  work: (db: Kysely<Tables>) => Promise<unknown>,
  table: keyof Tables,
): Promise<number> {
  let read = 0
  for (const node of await queriesOf(db, work)) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, createQueryId())
    const { rows } = await db.transaction().execute(async (tx) => {
      // Small tables would otherwise be scanned, unlike large ones.
      await tx.executeQuery(CompiledQuery.raw('set local enable_seqscan = off'))
      return tx.executeQuery<{ 'QUERY PLAN': { Plan: Node }[] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters]),
      )
    })
    read += rowsOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {}, table)
  }
  return read
}

function rowsOf({ Plans = [], ...node }: Node, table: string): number {
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0, 'Rows Removed by Filter': removed = 0 } = node
  const own = node['Relation Name'] === table ? (rows + removed) * loops : 0
  return Plans.reduce((sum, plan) => sum + rowsOf(plan, table), own)
}
