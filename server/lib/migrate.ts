import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from '../migrations/migrations.ts'
import { columnTypes } from '../migrations/types.ts'
import type { Database } from './db.ts'
import { StartError } from './errors.ts'

/** Brings the database to the newest shape, one migration at a time; refuses a database newer than this program. */
export async function migrate({ db, engine }: Database): Promise<string[]> {
  await refuseNewer(db)
  const types = columnTypes[engine]
  const migrator = new Migrator({
    db,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(
          Object.entries(migrations).map(([name, statements]) => [
            name,
            {
              up: async (tx: Kysely<unknown>) => {
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

async function refuseNewer(db: Database['db']): Promise<void> {
  const tables = await db.introspection
    .getTables({ withInternalKyselyTables: true })
    .catch((error: Error) => {
      throw new StartError(`The database is damaged or not one of Puente: ${error.message}.`)
    })
  if (!tables.some((table) => table.name === 'kysely_migration')) {
    if (tables.some((table) => table.name === 'users')) {
      throw new StartError('The database is damaged or not one of Puente: it has tables but no migrations.')
    }
    return
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const unknown = rows.map((row) => row.name).filter((name) => !(name in migrations))
  if (unknown.length > 0) {
    throw new StartError(
      `The database is newer than this program (it knows ${unknown.join(', ')}). Update Puente, then start again.`,
    )
  }
}
