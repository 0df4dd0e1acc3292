import { DatabaseSync } from 'node:sqlite'
import { setTimeout } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type LogEvent,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
  sql,
  type Transaction,
} from 'kysely'
import { LRUCache } from 'lru-cache'
import { StartError } from './errors.ts'
import { gramsOf } from './search-text.ts'
import type { Tables } from './tables.ts'

/** For single statements: the database, or the transaction that the statement belongs to. */
export type Db = Kysely<Tables>

/** For functions whose statements must be atomic; the compiler refuses a plain `Db`. */
export type Tx = Transaction<Tables>

export type Engine = 'sqlite' | 'postgres'

/** The wait for the transaction of another process, such as an operator's command (G10). */
const BUSY_TIMEOUT_MS = 5000
const BUSY_RETRY_MS = 2

export type Database = {
  db: Kysely<Tables>
  engine: Engine
  close: () => Promise<void>
}

/** Receives every statement with its duration. */
export type QueryMeter = { queried: (event: LogEvent) => void }

/** Opens the SQLite file, or a database in memory for ':memory:'. */
export function openSqlite(file: string, meter?: QueryMeter): Database {
  const sqlite = openFile(file)
  // Its own wait would block the event loop; `Driver` waits.
  sqlite.exec('pragma busy_timeout = 0')
  const dialect = new Dialect({ database: asDialectDatabase(sqlite) })
  const db = new Kysely<Tables>({ dialect, ...(meter && { log: meter.queried }) })
  if (file === ':memory:') return { db, engine: 'sqlite', close: () => db.destroy() }
  const readOnly = openFile(file)
  readOnly.exec('pragma query_only = on')
  const reader = asDialectDatabase(readOnly)
  setDirectReader(db, (query) => {
    const start = performance.now()
    const rows = reader.prepare(query.sql).all(query.parameters)
    meter?.queried({ level: 'query', query, queryDurationMillis: performance.now() - start })
    return rows
  })
  const close = async () => {
    reader.close()
    await db.destroy()
  }
  return { db, engine: 'sqlite', close }
}

type DirectReader = (query: CompiledQuery) => unknown[] | Promise<unknown[]>

const directReaders = new WeakMap<Db, DirectReader>()

/** Registers how this database reads beside its transactions. */
export const setDirectReader = (db: Db, read: DirectReader) => directReaders.set(db, read)

/**
 * Runs a select on a connection that reads committed data and waits for no transaction. Undefined inside of
 * transactions, and in memory.
 */
export const directReaderOf = (db: Db): DirectReader | undefined => directReaders.get(db)

/**
 * Of each of the two connections; the system caches the file, too. With 64 MiB the same reads of a database of 1.2 GB took
 * 45 to 80 MB more memory, and up to 5 % less time.
 */
const CACHE_KIB = 16 * 1024

/**
 * From 8 MB of write-ahead log on, a commit copies it into the database; in a server a thread does so before (decision 98).
 */
const CHECKPOINT_PAGES = 2000

function openFile(file: string): DatabaseSync {
  try {
    const sqlite = new DatabaseSync(file)
    // Commits are durable before the response (D-2).
    sqlite.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma busy_timeout = ${BUSY_TIMEOUT_MS};
      pragma cache_size = -${CACHE_KIB};
      pragma temp_store = memory;
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES};
      pragma secure_delete = fast;
    `)
    // The triggers of 0008_search.ts call it.
    sqlite.function('search_grams', { deterministic: true }, (text) => gramsOf(String(text)))
    return sqlite
  } catch (error) {
    throw new StartError(`The database ${file} cannot be opened: ${(error as Error).message}.`)
  }
}

/**
 * SQLite's schema changes are transactional, but Kysely's adapter says otherwise. An interrupted migration must be
 * rolled back: the next start could neither finish nor repeat it (D-4).
 */
class Adapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

class Dialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig

  constructor(config: SqliteDialectConfig) {
    super(config)
    this.#config = config
  }

  override createAdapter() {
    return new Adapter()
  }

  override createDriver() {
    return new Driver(this.#config)
  }
}

class Driver extends SqliteDriver {
  #connection: DatabaseConnection | undefined

  override async acquireConnection() {
    this.#connection ??= waiting(await super.acquireConnection())
    return this.#connection
  }
}

/**
 * Waits for another process's transaction without blocking the event loop. The statements in the queue behind wait for
 * the rest of the time only, not each anew.
 */
function waiting(connection: DatabaseConnection): DatabaseConnection {
  let busySince: number | undefined
  return {
    executeQuery: async <Row>(query: CompiledQuery) => {
      for (;;) {
        try {
          const result = await connection.executeQuery<Row>(query)
          // Reads need no lock.
          if (query.query.kind !== 'SelectQueryNode') busySince = undefined
          return result
        } catch (error) {
          // A transaction has the lock from its beginning on.
          if (!isBusy(error)) throw error
          busySince ??= performance.now()
          if (performance.now() - busySince > BUSY_TIMEOUT_MS) throw error
          await setTimeout(BUSY_RETRY_MS)
        }
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

const SQLITE_BUSY = 5

/** Extended codes have the primary one in their lowest byte. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === SQLITE_BUSY

const MAX_CACHED_STATEMENTS = 1000

/** Adapts node:sqlite to Kysely's dialect, with a cache of prepared statements. */
function asDialectDatabase(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_CACHED_STATEMENTS })
  return {
    prepare: (text) => {
      const cached = statements.get(text)
      if (cached) return cached
      const statement = asDialectStatement(sqlite, text)
      statements.set(text, statement)
      return statement
    },
    close: () => {
      statements.clear()
      sqlite.close()
    },
  }
}

/**
 * SQLite's planner inspects the value of a bare `limit ?`, and replans after each binding: half of the time of a short
 * list. It does not inspect an expression.
 */
const withPlainLimits = (text: string): string => text.replaceAll(/\b(limit|offset) \?/g, '$1 +?')

function asDialectStatement(sqlite: DatabaseSync, text: string): SqliteStatement {
  // A transaction that has read before another process writes can no longer write, and no timeout would help: an
  // operator's command beside the server waits for its lock instead.
  const statement = sqlite.prepare(text === 'begin' ? 'begin immediate' : withPlainLimits(text))
  const values = (parameters: readonly unknown[]) => parameters as (string | number | null)[]
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => {
      // A full disk rolls back by itself; a failing rollback would hide the cause (G10).
      if (text === 'rollback' && !sqlite.isTransaction) return { changes: 0, lastInsertRowid: 0 }
      return statement.run(...values(parameters))
    },
    iterate: (parameters) => statement.iterate(...values(parameters)),
  }
}

/**
 * Classifies an error of either engine; undefined for errors of other origin. 'retry': the transaction lost against
 * another one and can be retried.
 */
export function databaseFault(
  error: unknown,
): 'unique' | 'value' | 'full' | 'retry' | 'unavailable' | undefined {
  const { code, errcode, syscall } = (error ?? {}) as { code?: unknown; errcode?: unknown; syscall?: unknown }
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    if (errcode === 1555 || errcode === 2067) return 'unique'
    const primary = errcode & 0xff
    return primary === 13 ? 'full' : primary === 5 || primary === 6 ? 'unavailable' : undefined
  }
  // pg's errors for a full pool and a broken connection have no code.
  if (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      error.message,
    )
  ) {
    return 'unavailable'
  }
  if (typeof code !== 'string') return undefined
  if (code === '40001' || code === '40P01') return 'retry'
  if (code === '23505') return 'unique'
  if (code === '22001' || code === '22021' || code === '22P02') return 'value'
  if (code === '53100') return 'full'
  // A missing socket file means that the server does not run.
  if (syscall === 'connect') return 'unavailable'
  // 57014: statement timeout.
  return /^(08|57P|57014|53[23]|ECONN|EPIPE|EHOST|ENET|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)/.test(code)
    ? 'unavailable'
    : undefined
}

/** Whether the database can be read. */
export async function isAlive(db: Db): Promise<boolean> {
  return sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
}

/** A condition in a select list is 0/1 or false/true, depending on the engine. */
export const isTrue = (value: unknown): boolean => value === true || value === 1
