import { sql } from 'kysely'
import type { Database } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'

/** The table of applied migrations. */
export const LEDGER = 'kysely_migration'

const TABLES = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table'`,
  postgres: sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema()`,
}

/** Names of the migrations applied to this database. */
export async function appliedMigrations({ db, engine }: Database): Promise<string[]> {
  const { rows } = await TABLES[engine].execute(db).catch((error: Error) => {
    throw new StartError(`The database is damaged, or does not belong to Puente: ${error.message}.`)
  })
  const tables = new Set(rows.map(({ name }) => name))
  if (tables.has(LEDGER)) {
    const applied = await sql<{ name: string }>`select name from ${sql.table(LEDGER)}`.execute(db)
    return applied.rows.map(({ name }) => name)
  }
  if (tables.has('users')) {
    throw new StartError(
      'The database is damaged, or does not belong to Puente: it has tables but no migrations.',
    )
  }
  return []
}
