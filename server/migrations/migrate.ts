import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import type { Database } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { migrations } from './migrations.ts'
import { columnTypes } from './types.ts'

/** Migrates the database to the newest schema; refuses a database newer than this program. */
export const migrate = (database: Database): Promise<string[]> =>
  database.engine === 'postgres' ? whileLocked(database.db, () => bringUp(database)) : bringUp(database)

const LOCK = 7_836_831

/** Processes started together wait for the first one, however long its migrations take. */
function whileLocked<T>(db: Database['db'], work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      await sql`select pg_advisory_lock(${LOCK})`.execute(connection)
      try {
        return await work()
      } finally {
        await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}

async function bringUp({ db, engine }: Database): Promise<string[]> {
  const ran = await migrationsSoFar(db, engine)
  refuseNewer(ran)
  // The library would read the columns of every table first.
  if (ran.length === Object.keys(migrations).length) return []
  const types = columnTypes[engine]
  const migrator = new Migrator({
    db,
    ...(engine === 'postgres' && { migrationTableSchema: await currentSchema(db) }),
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, statements]) => [
            name,
            {
              up: async (tx: Kysely<unknown>) => {
                // Building an index may exceed the statement timeout.
                if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(tx)
                for (const statement of statements(types)) await sql.raw(statement).execute(tx)
              },
            },
          ]),
        ),
    },
  })
  const { error, results } = await migrator.migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The database could not be prepared${failed ? ` (migration ${failed})` : ''}: ${reason}.`,
    )
  }
  return results?.map((result) => result.migrationName) ?? []
}

const TABLES = {
  sqlite: sql<{ name: string }>`select name from sqlite_schema where type = 'table'`,
  postgres: sql<{
    name: string
  }>`select tablename as name from pg_tables where schemaname = current_schema()`,
}

/** Names of the migrations applied to this database. */
async function migrationsSoFar(db: Database['db'], engine: Database['engine']): Promise<string[]> {
  const { rows } = await TABLES[engine].execute(db).catch((error: Error) => {
    throw new StartError(`The database is damaged or not one of Puente: ${error.message}.`)
  })
  const tables = new Set(rows.map(({ name }) => name))
  if (tables.has('kysely_migration')) {
    const ran = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
    return ran.rows.map(({ name }) => name)
  }
  if (tables.has('users')) {
    throw new StartError('The database is damaged or not one of Puente: it has tables but no migrations.')
  }
  return []
}

function refuseNewer(ran: string[]): void {
  const unknown = ran.filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The database is newer than this program (it knows ${unknown.join(', ')}). Update Puente, then start again.`,
    )
  }
}

async function currentSchema(db: Database['db']): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]?.name ?? 'public'
}
