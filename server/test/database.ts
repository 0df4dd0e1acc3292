import { afterAll } from 'vitest'
import { type Database, openSqlite } from '../lib/db.ts'
import { migrate } from '../lib/migrate.ts'

/** An empty database without a server, ended after the tests of the file. */
export async function openTestDatabase(): Promise<Database> {
  const database = openSqlite(':memory:')
  await migrate(database)
  afterAll(database.close)
  return database
}
