import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { type Database, type QueryMeter, setDirectReader } from './db.ts'
import { StartError } from './errors.ts'
import { namedStatements } from './named-statements.ts'
import type { Tables } from './tables.ts'

const MAX_CONNECTIONS = 8
const POOL_WAIT_MS = 2000
const STATEMENT_TIMEOUT_MS = 3000
const IDLE_TRANSACTION_TIMEOUT_MS = 15_000
/** A responsive server cancels a statement before this client timeout. */
const RESPONSE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 2000

const { builtins } = pg.types
const statementOf = namedStatements()

/** Values as SQLite gives them: counts as numbers, times as ISO 8601 with milliseconds. */
export const postgresTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === builtins.INT8 || oid === builtins.NUMERIC) return Number
    if (oid === builtins.TIMESTAMPTZ) return isoTime
    return pg.types.getTypeParser(oid, format)
  }) as pg.CustomTypesConfig['getTypeParser'],
}

/** `2026-01-31 09:30:00.5+00` is converted without the Date parser. */
const isoTime = (text: string): string =>
  text.endsWith('+00') && text[10] === ' '
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`
    : new Date(text).toISOString()

/** As a statement too, which PgBouncer passes on. */
export const setSchema = (schema: string) => `set search_path = ${schema}, public`

type PoolMeter = {
  /** Times the wait for a connection. */
  poolWaits: { startTimer: () => () => unknown }
  watchPool: (pool: pg.Pool) => void
}

type Settings = {
  url: string
  /** A schema of its own, for tests that share a server. */
  schema?: string | undefined
  meters?: QueryMeter & PoolMeter
  /** For migrations: no statement timeout. */
  hasNoTimeout?: boolean
  onError: (error: Error) => void
  /** After each new connection. */
  onConnect?: () => void
}

/** A pool of connections to any server that speaks PostgreSQL's protocol. A broken connection is replaced. */
export async function openPostgres({
  url,
  schema,
  meters,
  hasNoTimeout = false,
  onError,
  onConnect = () => {},
}: Settings): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: POOL_WAIT_MS,
    // As a statement: PgBouncer refuses them as parameters of the connection.
    onConnect: async (client) => {
      const timer = setTimeout(() => void (client as pg.Client).end(), RESPONSE_TIMEOUT_MS)
      try {
        await client.query(
          `set statement_timeout = ${STATEMENT_TIMEOUT_MS}; set idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_TIMEOUT_MS}${schema ? `; ${setSchema(schema)}` : ''}`,
        )
      } finally {
        clearTimeout(timer)
      }
      onConnect()
    },
    // Detects connections that broke without a FIN.
    keepAlive: true,
    // `restore` and `db:move` look for this name.
    application_name: schema ? `puente ${schema}` : 'puente',
    types: postgresTypes,
  })
  // A server restart ends idle connections; without a listener the error would end the process (G10).
  pool.on('error', onError)
  // A connection that breaks in use rejects its query, and then also emits an error here.
  pool.on('connect', (client) => client.on('error', onError))
  try {
    await pool.query('select 1')
  } catch (error) {
    await pool.end()
    throw new StartError(`The database cannot be used: ${(error as Error).message}.`)
  }
  meters?.watchPool(pool)
  const used: PostgresPool = hasNoTimeout ? pool : withLimits(pool, meters)
  const dialect = new PostgresDialect({ pool: used })
  const db = new Kysely<Tables>({ dialect, ...(meters && { log: meters.queried }) })
  setDirectReader(db, async (query) => {
    const client = await used.connect()
    const start = performance.now()
    try {
      const { rows } = await client.query<unknown>(query.sql, query.parameters)
      meters?.queried({ level: 'query', query, queryDurationMillis: performance.now() - start })
      return rows
    } finally {
      client.release()
    }
  })
  const close = async () => {
    await db.destroy()
    // Kysely ends the pool only if it was used.
    if (!pool.ending) await pool.end()
  }
  return { db, engine: 'postgres', close }
}

/** Logs the time that callers wait for a connection, and bounds the time for a response. */
function withLimits(pool: pg.Pool, meters: Pick<PoolMeter, 'poolWaits'> | undefined): PostgresPool {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      const stop = meters?.poolWaits.startTimer()
      try {
        const client = await pool.connect()
        const limited = known.get(client) ?? withResponseTimeout(client as pg.PoolClient & pg.Client)
        known.set(client, limited)
        return limited
      } finally {
        stop?.()
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * A frozen or disconnected server sends nothing, and its connections stay open. Closing ours rejects the waiting query,
 * and the server rolls its transaction back when it recovers.
 */
const withResponseTimeout = (client: pg.PoolClient & pg.Client): PostgresPoolClient => {
  const query = async (text: string, parameters: unknown[]) => {
    const timer = setTimeout(() => void client.end(), RESPONSE_TIMEOUT_MS)
    try {
      return await client.query(statementOf(text, parameters))
    } finally {
      clearTimeout(timer)
    }
  }
  // Its other overload is for cursors, which are not used.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}
