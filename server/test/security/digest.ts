import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Services } from '../../services.ts'

/** A digest of all tables, once all work after responses is done: equal exactly when no row has changed. */
export async function digestOf({ db, jobs }: Pick<Services, 'db' | 'jobs'>): Promise<string> {
  await jobs.settled()
  const hash = createHash('sha256')
  for (const table of await tableNames(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    const lines = rows.map((row) => JSON.stringify(row)).sort()
    hash.update(`${table} ${lines.length}\n${lines.join('\n')}\n`)
  }
  return hash.digest('hex')
}

/** Every row of every table as one text, to look for words in it. */
export async function dumpOf({ db }: Pick<Services, 'db'>): Promise<string> {
  const parts: string[] = []
  for (const table of await tableNames(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db)
    parts.push(table, ...rows.map((row) => JSON.stringify(row)))
  }
  return parts.join('\n')
}

/** Each table with its columns. */
export async function columnsOf({ db }: Pick<Services, 'db'>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.filter(isOurs).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  )
}

async function tableNames(db: Services['db']): Promise<string[]> {
  return [...(await columnsOf({ db })).keys()].sort()
}

/** Not the inner tables of the full-text index, whose content is that of the rows. */
const isOurs = ({ name, isView }: { name: string; isView: boolean }) =>
  !isView && !/_(?:search|grams)(?:_|$)/.test(name) && name !== 'sqlite_sequence'
