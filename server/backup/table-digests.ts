import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A table's columns and primary key, as in the database. */
export type Table = { name: string; columns: string[]; key: string[] }
export type Row = Record<string, unknown>
/** Equal for equal rows, independent of order and engine. */
export type Digest = { rows: number; digest: string }
export type Digests = Record<string, Digest>

/** All tables with data of their own, referenced tables first. */
export function listTables(sqlite: DatabaseSync): Table[] {
  const names = sqlite
    .prepare(`select name from pragma_table_list where schema = 'main' and type = 'table' order by name`)
    .all()
    .map(({ name }) => String(name))
    .filter((name) => !/^(sqlite|kysely)_/.test(name))
  const parentsOf = sqlite.prepare('select distinct "table" as name from pragma_foreign_key_list(?)')
  const columnsOf = sqlite.prepare('select name, pk from pragma_table_info(?) order by cid')
  const ordered = new Set<string>()
  const visit = (name: string, path: string[]) => {
    if (path.includes(name)) throw new Error(`The tables ${[...path, name].join(' → ')} refer to each other.`)
    if (ordered.has(name)) return
    for (const parent of parentsOf.all(name)) {
      if (parent.name !== name) visit(String(parent.name), [...path, name])
    }
    ordered.add(name)
  }
  for (const name of names) visit(name, [])
  return [...ordered].map((name) => {
    const columns = columnsOf
      .all(name)
      .map((column) => ({ name: String(column.name), pk: Number(column.pk) }))
    const key = columns.filter(({ pk }) => pk > 0).sort((a, b) => a.pk - b.pk)
    return { name, columns: columns.map((column) => column.name), key: key.map((column) => column.name) }
  })
}

/** Adds up the hashes of rows, which makes the digest independent of order. */
export function createDigest({ columns }: Pick<Table, 'columns'>) {
  const ordered = columns.toSorted()
  let rows = 0
  let low = 0n
  let high = 0n
  return {
    add(row: Row): void {
      const bytes = hash('sha256', JSON.stringify(ordered.map((name) => plain(name, row[name]))), 'buffer')
      low = BigInt.asUintN(64, low + bytes.readBigUInt64LE(0))
      high = BigInt.asUintN(64, high + bytes.readBigUInt64LE(8))
      rows += 1
    },
    result: (): Digest => ({ rows, digest: hex(high) + hex(low) }),
  }
}

const hex = (value: bigint) => value.toString(16).padStart(16, '0')

/** One instant has several notations. */
function plain(column: string, value: unknown): unknown {
  return column.endsWith('_at') && typeof value === 'string' ? new Date(value).toISOString() : (value ?? null)
}

export function digestTable(sqlite: DatabaseSync, table: Table): Digest {
  const digest = createDigest(table)
  for (const row of sqlite
    .prepare(`select ${quoted(table.columns)} from ${quoted([table.name])}`)
    .iterate()) {
    digest.add(row)
  }
  return digest.result()
}

export const digestTables = (sqlite: DatabaseSync, tables: readonly Table[]): Digests =>
  Object.fromEntries(tables.map((table) => [table.name, digestTable(sqlite, table)]))

/** Describes the first table that differs; undefined when all are equal. */
export function differenceOf(expected: Digests, found: Digests): string | undefined {
  for (const [name, { rows, digest }] of Object.entries(expected)) {
    const other = found[name]
    if (!other) return `the table ${name} is missing`
    if (other.rows !== rows) return `the table ${name} has ${other.rows} rows instead of ${rows}`
    if (other.digest !== digest) return `rows of the table ${name} differ`
  }
  return undefined
}

/** Quotes catalogue names for both engines. */
export const quoted = (names: readonly string[]): string =>
  names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ')
