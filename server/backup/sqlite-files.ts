import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { StartError } from '../lib/errors.ts'

/** Opens a database file read-only, also beside a running server. */
export function openReadOnly(file: string): DatabaseSync {
  if (!existsSync(file)) throw new StartError(`There is no database ${file}.`)
  try {
    const sqlite = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
    sqlite.prepare('select count(*) from sqlite_schema').get()
    return sqlite
  } catch (error) {
    throw new StartError(`The database ${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Runs `read` on a database without other users, and removes the WAL files that reading creates. */
export async function readOffline<T>(file: string, read: (sqlite: DatabaseSync) => Promise<T>): Promise<T> {
  const wasClosed = !existsSync(`${file}-wal`)
  const sqlite = openReadOnly(file)
  try {
    return await read(sqlite)
  } finally {
    sqlite.close()
    if (wasClosed) for (const end of ['-wal', '-shm']) rmSync(file + end, { force: true })
  }
}

/** Names of the migrations applied; empty if the database is not one of Puente. */
export function migrationsIn(sqlite: DatabaseSync): string[] {
  const isThere = sqlite.prepare(`select 1 from sqlite_schema where name = 'kysely_migration'`).get()
  if (!isThere) return []
  return sqlite
    .prepare('select name from kysely_migration order by name')
    .all()
    .map(({ name }) => String(name))
}

/** Writes a snapshot of the database into a new file without blocking readers or writers. */
export function snapshotInto(source: string, target: string): void {
  const sqlite = openReadOnly(source)
  try {
    sqlite.prepare('vacuum into ?').run(target)
  } finally {
    sqlite.close()
  }
  syncFile(target)
}

/** Result of SQLite's integrity check; undefined if the file is intact. */
export function damageOf(sqlite: DatabaseSync): string | undefined {
  try {
    const [first] = sqlite.prepare('pragma integrity_check(1)').all()
    if (first?.integrity_check !== 'ok') return String(first?.integrity_check)
    const [lost] = sqlite.prepare('pragma foreign_key_check').all()
    return lost && `a row of ${lost.table} refers to one of ${lost.parent} that is not there`
  } catch (error) {
    return (error as Error).message
  }
}

export function syncFile(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
