import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Engine } from '../../lib/db.ts'
import type { Services } from '../../services.ts'

/** A digest of all tables, after all background work is done: equal exactly when no row has changed. */
export async function digestOf({
  db,
  engine,
  jobs,
}: Pick<Services, 'db' | 'engine' | 'jobs'>): Promise<string> {
  await jobs.settled()
  return createHash('sha256')
    .update(await dumpOf({ db, engine }))
    .digest('hex')
}

/** Every row of every table as one text, to be searched; unchanged rows keep their order. */
export async function dumpOf({ db, engine }: Pick<Services, 'db' | 'engine'>): Promise<string> {
  const query = dumpQueries.get(db) ?? (await dumpQuery(db, engine))
  dumpQueries.set(db, query)
  const { rows } = await sql.raw<Record<string, string | null>>(query).execute(db)
  return Object.entries(rows[0] ?? {})
    .map(([table, text]) => `${table}\n${text ?? ''}`)
    .join('\n')
}

/** Some tests read all tables hundreds of times: the database builds the text, and its schema is read once. */
const dumpQueries = new WeakMap<Services['db'], string>()

async function dumpQuery(db: Services['db'], engine: Engine): Promise<string> {
  const texts = [...(await columnsOf({ db }))].map(([table, columns]) => {
    return engine === 'sqlite'
      ? `(select json_group_array(json_array(${columns.map((column) => `"${column}"`).join()})) from "${table}") as "${table}"`
      : `(select string_agg(one::text, chr(10) order by one::text) from "${table}" one) as "${table}"`
  })
  return `select ${texts.join(', ')}`
}

/** Each table with its columns. */
export async function columnsOf({ db }: Pick<Services, 'db'>): Promise<Map<string, string[]>> {
  const tables = await db.introspection.getTables()
  return new Map(
    tables.filter(isOurs).map(({ name, columns }) => [name, columns.map((column) => column.name)]),
  )
}

/** Without the internal tables of the full-text index, whose content is that of the rows. */
const isOurs = ({ name, isView }: { name: string; isView: boolean }) =>
  !isView && !/_(?:search|grams)(?:_|$)/.test(name) && name !== 'sqlite_sequence'
