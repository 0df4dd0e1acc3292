import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, type Db, openSqlite } from '../lib/db.ts'
import { now } from '../lib/ids.ts'
import type { PostgresTarget } from './incoming-schema.ts'
import { DATABASE } from './manifest.ts'

const fileOf = (dataDir: string) => join(dataDir, 'last-backup')
const STATE = 'last backup'

/** Records the time of a complete backup in the data directory, where older releases read it. */
export function recordBackup(dataDir: string, name: string): void {
  if (existsSync(dataDir)) writeFileSync(fileOf(dataDir), name, { mode: 0o600 })
}

/** The same in the database, for every server, wherever the command ran. */
export async function recordBackupInDatabase(
  { dataDir, postgres }: { dataDir: string; postgres: PostgresTarget | undefined },
  name: string,
): Promise<void> {
  const database = postgres ? await openTarget(postgres) : openSqlite(join(dataDir, DATABASE))
  const changed_at = now()
  try {
    await database.db
      .insertInto('server_state')
      .values({ name: STATE, value: name, changed_at })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: name, changed_at }))
      .execute()
  } finally {
    await database.close()
  }
}

async function openTarget(target: PostgresTarget): Promise<Database> {
  const { openPostgres } = await import('../lib/postgres.ts')
  return openPostgres({ ...target, onError: () => undefined })
}

/** Time of the last complete backup of this database or data directory, in milliseconds since 1970. */
export async function lastBackupAt(db: Db, dataDir: string): Promise<number | undefined> {
  const noted = await db
    .selectFrom('server_state')
    .select('changed_at')
    .where('name', '=', STATE)
    .executeTakeFirst()
  const inFolder = statSync(fileOf(dataDir), { throwIfNoEntry: false })?.mtimeMs
  const times = [noted && Date.parse(noted.changed_at), inFolder].filter((time) => time !== undefined)
  return times.length === 0 ? undefined : Math.max(...times)
}
