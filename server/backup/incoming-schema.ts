import type { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { StartError } from '../lib/errors.ts'
import { openPostgres, postgresTypes, setSchema } from '../lib/postgres.ts'
import { migrate } from '../migrations/migrate.ts'
import type { Progress } from './progress.ts'
import {
  createDigest,
  type Digest,
  type Digests,
  differenceOf,
  quoted,
  type Row,
  type Table,
} from './table-digests.ts'

const BATCH_ROWS = 2000

export type PostgresTarget = { url: string; schema: string | undefined }

/** A connection without statement timeout. Close with `end`. */
export async function connectPostgres({ url, schema }: PostgresTarget): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'puente-operator',
    types: postgresTypes,
  })
  try {
    await client.connect()
    if (schema) await client.query(setSchema(schema))
  } catch (error) {
    throw new StartError(`The database cannot be used: ${(error as Error).message}.`)
  }
  return client
}

export async function schemaOf(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_schema() as name')
  return rows[0]?.name ?? 'public'
}

export const incomingOf = (schema: string) => `${schema}_incoming`

type CopyOptions = {
  client: pg.Client
  target: PostgresTarget
  /** Migrated to the newest schema. */
  sqlite: DatabaseSync
  tables: readonly Table[]
  digests: Digests
  progress: Progress
}

/**
 * Copies the SQLite file into a separate schema and verifies it. Resumes an interrupted copy of the same data,
 * otherwise starts over.
 */
export async function fillIncoming(options: CopyOptions): Promise<void> {
  const { client, target, tables, digests, progress } = options
  const schema = incomingOf(await schemaOf(client))
  await lockIncoming(client, schema)
  const source = JSON.stringify(digests)
  if ((await sourceOf(client, schema)) === source) progress.log('Going on where the last try ended.')
  else await createIncoming(client, target, schema, source)

  for (const table of tables) {
    await copyTable(options, schema, table).catch((error: Error) => {
      throw new Error(`The table ${table.name} could not be copied: ${error.message}.`, { cause: error })
    })
  }
  await buildIndexes(client, schema, progress)
  await countUp(client, schema)
  const found: Digests = {}
  for (const table of tables) {
    progress.log(`Checking ${table.name} …`)
    found[table.name] = await digestPostgres(client, schema, table)
  }
  const difference = differenceOf(digests, found)
  if (difference) {
    await client.query(`drop schema ${quoted([schema])} cascade`)
    throw new Error(`The copy is not the same as its source (${difference}). Nothing was changed.`)
  }
  await client.query(`drop table ${quoted([schema])}.copy_tables, ${quoted([schema])}.copy_state`)
}

/** Held until the connection ends. */
async function lockIncoming(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtext($1)) as mine', [
    `puente ${schema}`,
  ])
  if (rows[0]?.mine !== true) {
    throw new StartError('Another move or restore is filling this database. Wait for its end.')
  }
}

/** The digest of the data that an unfinished attempt was copying. */
async function sourceOf(client: pg.Client, schema: string): Promise<string | undefined> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass($1) is not null as there`, [
    `${quoted([schema])}.copy_state`,
  ])
  if (!rows[0]?.there) return undefined
  const state = await client.query<{ source: string }>(`select source from ${quoted([schema])}.copy_state`)
  return state.rows[0]?.source
}

/** Creates the tables without indexes: building those after the rows is faster. */
async function createIncoming(client: pg.Client, target: PostgresTarget, schema: string, source: string) {
  const name = quoted([schema])
  await client.query(`drop schema if exists ${name} cascade`)
  // Not into the configured schema: this one is renamed later.
  await client.query('create extension if not exists pg_trgm with schema public')
  await client.query(`create schema ${name}`)
  const database = await openPostgres({ url: target.url, schema, hasNoTimeout: true, onError: () => {} })
  try {
    await migrate(database)
  } finally {
    await database.close()
  }
  const indexes = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = $1
       and not exists (select from pg_constraint
         where conindid = (quote_ident(schemaname) || '.' || quote_ident(indexname))::regclass)`,
    [schema],
  )
  await client.query('begin')
  const migrated = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = $1 and tablename not like 'kysely%'`,
    [schema],
  )
  // Migrations may insert rows.
  await client.query(`truncate ${migrated.rows.map((row) => `${name}.${quoted([row.name])}`).join(', ')}`)
  for (const { indexname } of indexes.rows) await client.query(`drop index ${name}.${quoted([indexname])}`)
  await client.query(`create table ${name}.copy_state (source text not null, indexes text not null)`)
  await client.query(`create table ${name}.copy_tables
    (name text primary key, last_key text not null, copied bigint not null)`)
  await client.query(`insert into ${name}.copy_state values ($1, $2)`, [source, JSON.stringify(indexes.rows)])
  await client.query('commit')
}

/** In primary key order; each batch and its cursor are committed in one transaction. */
async function copyTable({ client, sqlite, digests, progress }: CopyOptions, schema: string, table: Table) {
  const into = `${quoted([schema])}.${quoted([table.name])}`
  const total = digests[table.name]?.rows ?? 0
  const columns = quoted(table.columns)
  const read = (isFirst: boolean) =>
    sqlite.prepare(`select ${columns} from ${quoted([table.name])}
      ${isFirst ? '' : `where (${quoted(table.key)}) > (${table.key.map(() => '?').join(', ')})`}
      order by ${quoted(table.key)} limit ${BATCH_ROWS}`)
  const first = read(true)
  const next = read(false)
  const known = await client.query<{ last_key: string; copied: number }>(
    `select last_key, copied from ${quoted([schema])}.copy_tables where name = $1`,
    [table.name],
  )
  let lastKey: (string | number)[] | undefined = known.rows[0] && JSON.parse(known.rows[0].last_key)
  let copied = known.rows[0]?.copied ?? 0
  for (;;) {
    const rows = lastKey ? next.all(...lastKey) : first.all()
    const last = rows.at(-1)
    if (!last) break
    lastKey = table.key.map((name) => last[name] as string | number) // a key is never null
    copied += rows.length
    await client.query('begin')
    await client.query(
      `insert into ${into} (${columns}) select ${columns} from json_populate_recordset(null::${into}, $1)`,
      [JSON.stringify(rows)],
    )
    await client.query(
      `insert into ${quoted([schema])}.copy_tables values ($1, $2, $3)
       on conflict (name) do update set last_key = excluded.last_key, copied = excluded.copied`,
      [table.name, JSON.stringify(lastKey), copied],
    )
    await client.query('commit')
    progress.count(table.name, copied, total)
  }
}

async function buildIndexes(client: pg.Client, schema: string, progress: Progress): Promise<void> {
  const state = await client.query<{ indexes: string }>(`select indexes from ${quoted([schema])}.copy_state`)
  const indexes: { indexname: string; indexdef: string }[] = JSON.parse(state.rows[0]?.indexes ?? '[]')
  const built = await client.query<{ indexname: string }>(
    'select indexname from pg_indexes where schemaname = $1',
    [schema],
  )
  const isBuilt = new Set(built.rows.map(({ indexname }) => indexname))
  const missing = indexes.filter(({ indexname }) => !isBuilt.has(indexname))
  for (const [index, { indexname, indexdef }] of missing.entries()) {
    progress.log(`Building the index ${indexname} (${index + 1} of ${missing.length}) …`)
    await client.query(indexdef)
  }
  await client.query('analyze')
}

/** Sets the sequences past the copied keys. */
async function countUp(client: pg.Client, schema: string): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = $1 and is_identity = 'YES'`,
    [schema],
  )
  for (const { table, column } of rows) {
    const name = `${quoted([schema])}.${quoted([table])}`
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest((select max(${quoted([column])}) from ${name}), 1),
         exists (select from ${name}))`,
      [name, column],
    )
  }
}

async function digestPostgres(client: pg.Client, schema: string, table: Table): Promise<Digest> {
  const digest = createDigest(table)
  await client.query('begin')
  for await (const rows of readPostgres(client, schema, table)) for (const row of rows) digest.add(row)
  await client.query('commit')
  return digest.result()
}

/** Streams all rows in batches of some thousand. Requires a transaction of the caller. */
export async function* readPostgres(client: pg.Client, schema: string, table: Table): AsyncIterable<Row[]> {
  await client.query(
    `declare all_rows no scroll cursor for
     select ${quoted(table.columns)} from ${quoted([schema])}.${quoted([table.name])}`,
  )
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${BATCH_ROWS} from all_rows`)
    if (rows.length === 0) break
    yield rows
  }
  await client.query('close all_rows')
}
