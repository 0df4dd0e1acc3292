import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Meters } from '../operations/meters.ts'
import type { Database } from './db.ts'
import { StartError } from './errors.ts'
import type { Tables } from './tables.ts'

const MAX_CONNECTIONS = 8
const POOL_WAIT_MS = 2000
const STATEMENT_TIMEOUT_MS = 3000
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000

const { builtins } = pg.types

/** Values as SQLite gives them: counts as numbers, times as ISO 8601 with milliseconds. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number
    if (oid === builtins.TIMESTAMPTZ) return (text: string) => new Date(text).toISOString()
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

type Settings = {
  url: string
  /** A schema of its own, for tests that share a server. */
  schema?: string | undefined
  meters?: Pick<Meters, 'queried' | 'poolWaits' | 'watchPool'>
  onError: (error: Error) => void
}

/** A pool of connections to any server that speaks PostgreSQL's protocol. A broken connection is replaced. */
export async function openPostgres({ url, schema, meters, onError }: Settings): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: POOL_WAIT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    // A line that was cut without a word is noticed.
    keepAlive: true,
    // `restore` and `db:move` look for it.
    application_name: schema ? `puente ${schema}` : 'puente',
    types: postgresTypes,
    ...(schema && { options: `-c search_path=${schema},public` }),
  })
  // Idle connections end when the server restarts; without a listener that would end the process (G10).
  pool.on('error', onError)
  // One that breaks while it is in use tells its query, and then once more whoever listens here.
  pool.on('connect', (client) => client.on('error', onError))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new StartError(`The database server does not answer: ${(error as Error).message}.`)
  }
  meters?.watchPool(pool)
  const dialect = new PostgresDialect({ pool: meters ? timed(pool, meters) : pool })
  const db = new Kysely<Tables>({ dialect, ...(meters && { log: meters.queried }) })
  return { db, engine: 'postgres', close: () => db.destroy() }
}

const timed = (pool: pg.Pool, { poolWaits }: Pick<Meters, 'poolWaits'>) => ({
  async connect() {
    const stop = poolWaits.startTimer()
    try {
      return await pool.connect()
    } finally {
      stop()
    }
  },
  end: () => pool.end(),
  options: pool.options,
})
