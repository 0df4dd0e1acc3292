import { DatabaseSync } from 'node:sqlite'
import type pg from 'pg'
import { openSqlite } from '../lib/db.ts'
import { StartError } from '../lib/errors.ts'
import { gramsOf } from '../lib/search-text.ts'
import { isCompatible } from '../migrations/compatibility.ts'
import { migrate } from '../migrations/migrate.ts'
import { connectPostgres, type PostgresTarget, readPostgres, schemaOf } from './incoming-schema.ts'
import type { Progress } from './progress.ts'
import {
  createDigest,
  type Digests,
  differenceOf,
  digestTables,
  listTables,
  quoted,
  type Table,
} from './table-digests.ts'

/**
 * Writes a snapshot of a PostgreSQL database into a new SQLite file, search indexes included, so that backups of both
 * engines have one format. Does not block readers or writers.
 */
export async function snapshotPostgres(
  source: PostgresTarget,
  file: string,
  progress: Progress,
): Promise<void> {
  const client = await connectPostgres(source)
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const schema = await schemaOf(client)
    const database = openSqlite(file)
    try {
      const mine = await migrate(database)
      await refuseOtherShape(client, mine, progress)
    } finally {
      await database.close()
    }
    await fill(client, schema, file, progress)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function refuseOtherShape(client: pg.Client, mine: string[], progress: Progress): Promise<void> {
  const { rows } = await client
    .query<{ name: string }>('select name from kysely_migration order by name')
    .catch(() => {
      throw new StartError('The database does not belong to Puente: it has no migrations.')
    })
  const theirs = rows.map(({ name }) => name)
  if (theirs.join() === mine.join()) return
  const hasAll = mine.every((name) => theirs.includes(name))
  if (hasAll && isCompatible(theirs, await minimumIn(client))) {
    progress.log('The database is of a newer version: what only that one knows is not in this backup.')
    return
  }
  throw new StartError(
    'The database has a different schema than this program. Use the version of Puente that runs on it.',
  )
}

/** Undefined while the table does not exist. */
async function minimumIn(client: pg.Client): Promise<string | undefined> {
  const found = await client.query<{ there: boolean }>(
    `select to_regclass('server_state') is not null as there`,
  )
  if (!found.rows[0]?.there) return undefined
  const { rows } = await client.query<{ value: string }>(
    `select value from server_state where name = 'minimum migration'`,
  )
  return rows[0]?.value
}

async function fill(client: pg.Client, schema: string, file: string, progress: Progress): Promise<void> {
  const sqlite = new DatabaseSync(file)
  try {
    // No journal: the file is deleted if anything fails.
    sqlite.exec('pragma journal_mode = off; pragma synchronous = off; pragma foreign_keys = off')
    sqlite.function('search_grams', { deterministic: true }, (text) => gramsOf(String(text)))
    const tables = listTables(sqlite)
    const digests: Digests = {}
    for (const table of tables) {
      sqlite.exec(`begin; delete from ${quoted([table.name])}`)
      digests[table.name] = await fillTable(client, schema, sqlite, table, progress)
      sqlite.exec('commit')
    }
    const difference = differenceOf(digests, digestTables(sqlite, tables))
    if (difference) throw new Error(`The backup is not the same as its source: ${difference}.`)
  } finally {
    sqlite.close()
  }
}

async function fillTable(
  client: pg.Client,
  schema: string,
  sqlite: DatabaseSync,
  table: Table,
  progress: Progress,
) {
  const digest = createDigest(table)
  const counted = await client.query<{ n: number }>(
    `select count(*) as n from ${quoted([schema])}.${quoted([table.name])}`,
  )
  const total = counted.rows[0]?.n ?? 0
  let done = 0
  const insert = sqlite.prepare(
    `insert into ${quoted([table.name])} (${quoted(table.columns)}) values (${table.columns.map(() => '?').join(', ')})`,
  )
  for await (const rows of readPostgres(client, schema, table)) {
    for (const row of rows) {
      insert.run(...table.columns.map((name) => (row[name] ?? null) as string | number | null))
      digest.add(row)
    }
    done += rows.length
    progress.count(table.name, done, total)
  }
  return digest.result()
}
