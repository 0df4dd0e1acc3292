import type pg from 'pg'
import { StartError } from '../lib/errors.ts'
import { FORMER_TABLES } from '../migrations/0012_standard_names.ts'
import { incomingOf, schemaOf } from './incoming-schema.ts'
import { quoted } from './table-digests.ts'

const LOCK_WAIT_MS = 10_000

export const restorePointSchemaOf = (schema: string) => `${schema}_before_restore`

/**
 * Swaps the filled schema with the one in use and runs `check` on it, in one transaction: a failure rolls everything
 * back, the previous restore point included. The replaced data moves to a schema of its own, from which `swapWithRestorePoint`
 * brings it back; it is dropped if it is empty.
 */
export async function swapInIncoming(
  client: pg.Client,
  former: 'keep' | 'drop',
  check: () => Promise<void> = async () => {},
): Promise<void> {
  const schema = await schemaOf(client)
  const aside = restorePointSchemaOf(schema)
  await inTransaction(client, async () => {
    await client.query(`drop schema if exists ${quoted([aside])} cascade`)
    await exchange(client, { from: incomingOf(schema), current: schema, aside })
    await client.query(`drop schema ${quoted([incomingOf(schema)])}`)
    if (former === 'drop') await client.query(`drop schema ${quoted([aside])} cascade`)
    await check()
  })
}

/** Whether there is a restore point. */
export async function hasRestorePoint(client: pg.Client): Promise<boolean> {
  const aside = restorePointSchemaOf(await schemaOf(client))
  const { rows } = await client.query('select to_regnamespace($1) is not null as there', [quoted([aside])])
  return rows[0]?.there === true
}

/** Swaps the current data with the restore point. */
export async function swapWithRestorePoint(client: pg.Client): Promise<void> {
  if (!(await hasRestorePoint(client))) throw new StartError('There is no restore point in this database.')
  const schema = await schemaOf(client)
  const aside = restorePointSchemaOf(schema)
  const between = `${schema}_between`
  await inTransaction(client, async () => {
    const moved = await movedTo(client, aside)
    await client.query(`alter schema ${quoted([aside])} rename to ${quoted([between])}`)
    await exchange(client, { from: between, current: schema, aside, moved })
    await client.query(`drop schema ${quoted([between])}`)
  })
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

type Exchange = { from: string; current: string; aside: string; moved?: readonly string[] }

/**
 * Moves only Puente's objects, as the schema may contain foreign tables: those with the names of incoming ones, and
 * those in `moved` by the last swap, some of which the incoming schema may lack.
 */
async function exchange(client: pg.Client, { from, current, aside, moved = [] }: Exchange): Promise<void> {
  await client.query(`create schema ${quoted([aside])}`)
  const coming = await thingsIn(client, from)
  const ours = new Set([...coming.map(({ name }) => name), ...moved, ...FORMER_TABLES])
  for (const { kind, name } of await thingsIn(client, current)) {
    if (ours.has(name)) {
      await client.query(`alter ${kind} ${quoted([current])}.${name} set schema ${quoted([aside])}`)
    }
  }
  for (const { kind, name } of coming) {
    await client.query(`alter ${kind} ${quoted([from])}.${name} set schema ${quoted([current])}`)
  }
  const { rows } = await client.query<{ sql: string }>(
    `select format('comment on schema %I is %L', $1::text, $2::text) as sql`,
    [aside, JSON.stringify(coming.map(({ name }) => name))],
  )
  await client.query(rows[0]?.sql ?? '')
}

/** Names of the objects moved in by the swap; stored as the schema's comment. */
async function movedTo(client: pg.Client, aside: string): Promise<string[]> {
  const { rows } = await client.query<{ names: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as names`,
    [quoted([aside])],
  )
  return JSON.parse(rows[0]?.names ?? '[]')
}

/** Tables with their dependent objects, and functions with their argument types. */
async function thingsIn(client: pg.Client, schema: string) {
  const { rows } = await client.query<{ kind: 'table' | 'function'; name: string }>(
    `select 'table' as kind, quote_ident(tablename) as name from pg_tables where schemaname = $1
     union all
     select 'function', quote_ident(proname) || '(' || pg_get_function_identity_arguments(oid) || ')'
     from pg_proc where pronamespace = to_regnamespace($2)
       and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`,
    [schema, quoted([schema])],
  )
  return rows
}
