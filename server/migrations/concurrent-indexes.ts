import { sql } from 'kysely'
import type { Database, Db, Tx } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import { serverState } from './0019_server_state.ts'
import { columnTypes } from './types.ts'

const CREATE_INDEX = /^\s*create (unique )?index (\w+)\s+on (\w+)/i
const CREATE_TABLE = /^\s*create table (?:if not exists )?(\w+)/i
const PREFIX = 'index '

/** Indexes of existing tables, which may have rows, are built separately. */
export function splitIndexes(statements: readonly string[]): { atOnce: string[]; waiting: string[] } {
  const made = new Set(statements.map((statement) => CREATE_TABLE.exec(statement)?.[1]))
  const isWaiting = (statement: string) => {
    const table = CREATE_INDEX.exec(statement)?.[3]
    return table !== undefined && !made.has(table)
  }
  return {
    atOnce: statements.filter((statement) => !isWaiting(statement)),
    waiting: statements.filter(isWaiting),
  }
}

/** In the migration's transaction, so that a kill loses none. */
export async function storeWaitingIndexes(tx: Tx, statements: readonly string[]): Promise<void> {
  if (statements.length === 0) return
  // An older database does not have it yet.
  for (const statement of serverState(columnTypes.postgres)) await sql.raw(statement).execute(tx)
  const changed_at = now()
  const rows = statements.map((value) => ({
    name: PREFIX + (CREATE_INDEX.exec(value)?.[2] ?? ''),
    value,
    changed_at,
  }))
  await tx.insertInto('server_state').values(rows).execute()
}

/** Without blocking reads or writes; waits for running transactions, such as a backup. */
export async function buildWaitingIndexes(
  db: Database['db'],
  onBuild: (index: string) => void,
): Promise<void> {
  const waiting = await db
    .selectFrom('server_state')
    .select(['name', 'value'])
    .where('name', 'like', `${PREFIX}%`)
    .orderBy('changed_at')
    .orderBy('name')
    .execute()
  for (const { name, value } of waiting) {
    onBuild(name.slice(PREFIX.length))
    await db.connection().execute(async (connection) => {
      await sql`set statement_timeout = 0`.execute(connection)
      try {
        await dropUnfinished(connection, name.slice(PREFIX.length))
        const text = value.replace(CREATE_INDEX, 'create $1index concurrently if not exists $2 on $3')
        await sql.raw(text).execute(connection)
      } finally {
        await sql`reset statement_timeout`.execute(connection)
      }
    })
    await db.deleteFrom('server_state').where('name', '=', name).execute()
  }
}

/** A kill leaves an invalid index. */
async function dropUnfinished(db: Db, index: string): Promise<void> {
  const { rows } = await sql`
    select 1 from pg_index join pg_class on pg_class.oid = indexrelid
    where relname = ${index} and relnamespace = current_schema()::regnamespace and not indisvalid`.execute(db)
  if (rows.length > 0) await sql`drop index concurrently ${sql.table(index)}`.execute(db)
}
