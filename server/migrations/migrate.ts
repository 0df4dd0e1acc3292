import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { insertJob } from '../jobs/jobs.queries.ts'
import type { Database, Tx } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { now } from '../lib/ids.ts'
import { refuseIncompatible } from './compatibility.ts'
import { buildWaitingIndexes, splitIndexes, storeWaitingIndexes } from './concurrent-indexes.ts'
import { appliedMigrations, LEDGER } from './ledger.ts'
import { release as newest } from './migrations.ts'
import { columnTypes, type Release } from './types.ts'

/** Another process may migrate for as long as its indexes take. */
const LOCK = 7_836_831
const LOCK_RETRY_MS = 200
/** Processes that start together wait for each other for a moment. */
const WAITS_BEFORE_A_WORD = 5

/**
 * A statement that waits for a lock blocks all later ones: the lock timeout is short, and the migration is retried
 * while the old processes serve.
 */
const LOCK_TIMEOUT_MS = 100
const RETRY_MS = 1000
const RETRY_FOR_MS = 30 * 60_000
const LOCK_NOT_AVAILABLE = '55P03'

/** Called once with the reason why a migration waits, which may take long. */
type OnWait = (reason: string) => void

/**
 * Migrates the database to the newest schema and returns the migrations that ran; refuses a database on which this
 * program cannot run.
 */
export const migrate = (
  database: Database,
  release: Release = newest,
  onWait: OnWait = () => {},
): Promise<string[]> =>
  database.engine === 'postgres'
    ? whileLocked(database.db, onWait, () => bringUp(database, release, onWait))
    : bringUp(database, release, onWait)

/** Processes started together wait for the first one, however long its migrations take. */
function whileLocked<T>(db: Database['db'], onWait: OnWait, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    // Polling instead of waiting: an index is built only when no older statement runs, so a waiting one would be a
    // deadlock.
    const isTaken = async () => {
      const { rows } = await sql<{
        is_mine: boolean
      }>`select pg_try_advisory_lock(${LOCK}) as is_mine`.execute(connection)
      return !rows[0]?.is_mine
    }
    for (let tries = 0; await isTaken(); tries += 1) {
      if (tries === WAITS_BEFORE_A_WORD) onWait('another process migrates the database')
      await wait(LOCK_RETRY_MS)
    }
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}

async function bringUp(database: Database, release: Release, onWait: OnWait): Promise<string[]> {
  const { db, engine } = database
  const applied = await appliedMigrations(database)
  await refuseIncompatible(db, applied, release)
  const missing = Object.keys(release.migrations).filter((name) => !applied.includes(name))
  const isNew = applied.length === 0
  if (isNew) await createLedger(db)
  for (const name of missing) {
    const onLocked = () => onWait(`a long transaction holds a lock that migration ${name} needs`)
    await untilUnlocked(() => applyOne(database, name, release, isNew), onLocked).catch((error: Error) => {
      throw new StartError(`The database could not be migrated (migration ${name}): ${error.message}.`)
    })
  }
  if (engine === 'postgres' && !isNew)
    await buildWaitingIndexes(db, (index) => onWait(`the index ${index} is built beside traffic`))
  return missing
}

/** In the form that Kysely's migrator gave it. */
const createLedger = (db: Database['db']) =>
  db.schema
    .createTable(LEDGER)
    .ifNotExists()
    .addColumn('name', 'varchar(255)', (column) => column.notNull().primaryKey())
    .addColumn('timestamp', 'varchar(255)', (column) => column.notNull())
    .execute()

/** Atomic; on PostgreSQL its indexes are built later. */
async function applyOne(
  { db, engine }: Database,
  name: string,
  { migrations, minimum, backFills }: Release,
  isNew: boolean,
): Promise<void> {
  const statements = migrations[name]?.(columnTypes[engine]) ?? []
  const isBesideTraffic = engine === 'postgres' && !isNew
  const { atOnce, waiting } = isBesideTraffic ? splitIndexes(statements) : { atOnce: statements, waiting: [] }
  await db.transaction().execute(async (tx) => {
    if (engine === 'postgres') await sql`set local statement_timeout = 0`.execute(tx)
    if (isBesideTraffic) await sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`).execute(tx)
    for (const statement of atOnce) await sql.raw(statement).execute(tx)
    await storeWaitingIndexes(tx, waiting)
    if (!isNew && backFills[name]) await insertJob(tx, 'back-fill', { migration: name })
    if (name >= minimum) await noteMinimum(tx, minimum)
    await tx
      .withTables<{ [LEDGER]: { name: string; timestamp: string } }>()
      .insertInto(LEDGER)
      .values({ name, timestamp: now() })
      .execute()
  })
}

async function noteMinimum(tx: Tx, value: string): Promise<void> {
  const changed_at = now()
  await tx
    .insertInto('server_state')
    .values({ name: 'minimum migration', value, changed_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at }))
    .execute()
}

async function untilUnlocked(act: () => Promise<void>, onLocked: () => void): Promise<void> {
  const end = performance.now() + RETRY_FOR_MS
  for (let tries = 0; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
      if (!isLocked || performance.now() > end) throw error
      if (tries === 0) onLocked()
      await wait(RETRY_MS)
    }
  }
}
