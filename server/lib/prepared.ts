import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import { type Db, directReaderOf } from './db.ts'

type Value = string | number | null

const texts = new Set<string>()

/** Whether a statement comes again and again, and is planned the same for all values. */
export const isPrepared = (text: string): boolean => texts.has(text)

/** Stands for a value while the query is compiled. */
class Place<Given> {
  readonly valueIn: (given: Given) => Value
  constructor(valueIn: (given: Given) => Value) {
    this.valueIn = valueIn
  }
}

/**
 * A query that is built and compiled once, and then only filled in: building costs more than most look-ups by
 * key, so what runs with every call is worth it. `build` sees places instead of values, and so must not look at
 * them; each value is used as a parameter only. Outside of a transaction it reads what is committed, and waits
 * for no transaction.
 */
export function prepared<Given extends Record<string, Value>, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
): (db: Db, given: Given) => Promise<Row[]> {
  const places = new Proxy({} as Given, {
    get: (_, name) => new Place<Given>((given) => given[String(name)] as Value),
  })
  return compiledOnce(build, places)
}

function compiledOnce<Given, Row>(
  build: (db: Db, given: Given) => Compilable<Row>,
  places: Given,
): (db: Db, given: Given) => Promise<Row[]> {
  // One per engine: transactions share the adapter of their database.
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return async (db, given) => {
    const { adapter, plugins } = db.getExecutor()
    // Plugins look at each query, with its values.
    if (plugins.length > 0) return (await db.executeQuery(build(db, given).compile())).rows
    const query = known.get(adapter) ?? build(db, places).compile()
    if (!known.has(adapter)) texts.add(query.sql)
    known.set(adapter, query)
    const parameters = query.parameters.map((value) =>
      value instanceof Place ? value.valueIn(given) : value,
    )
    const read = query.query.kind === 'SelectQueryNode' ? directReaderOf(db) : undefined
    if (read) return (await read({ ...query, parameters })) as Row[] // what `build` selects
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

const MAX_ROWS = 256

/**
 * The same for inserts of many rows, which all have the same columns. They go in powers of two, one statement for
 * each: a statement for every number of rows would be built and kept for nearly every insert. Gives what all return.
 */
export function preparedForRows<Given extends Record<string, Value>, Row>(
  build: (db: Db, rows: Given[]) => Compilable<Row>,
): (db: Db, rows: readonly Given[]) => Promise<Row[]> {
  const bySize = new Map<number, (db: Db, rows: Given[]) => Promise<Row[]>>()
  const placesOf = (columns: string[], size: number) =>
    Array.from({ length: size }, (_, index) =>
      Object.fromEntries(
        columns.map((column) => [column, new Place<Given[]>((rows) => rows[index]?.[column] as Value)]),
      ),
    ) as unknown as Given[] // places stand for their values

  return async (db, rows) => {
    const results: Row[] = []
    for (let start = 0; start < rows.length; ) {
      const size = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - start)))
      const run = bySize.get(size) ?? compiledOnce(build, placesOf(Object.keys(rows[0] ?? {}), size))
      bySize.set(size, run)
      results.push(...(await run(db, rows.slice(start, start + size))))
      start += size
    }
    return results
  }
}

/**
 * The same for the rows that some ids name. The last id is repeated up to the next power of two, so that there are
 * few statements however many ids are asked for.
 */
export function preparedForIds<Row>(
  build: (db: Db, ids: readonly string[]) => Compilable<Row>,
): (db: Db, ids: readonly string[]) => Promise<Row[]> {
  const bySize = new Map<number, (db: Db, ids: readonly string[]) => Promise<Row[]>>()
  const forSize = (size: number) => {
    const place = (_: unknown, index: number) =>
      new Place<readonly string[]>((ids) => ids[Math.min(index, ids.length - 1)] ?? '')
    const places: unknown = Array.from({ length: size }, place)
    return compiledOnce(build, places as readonly string[]) // places stand for their values
  }
  return async (db, ids) => {
    if (ids.length === 0) return []
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const run = bySize.get(size) ?? forSize(size)
    bySize.set(size, run)
    return run(db, ids)
  }
}

/** Runs a select that must be built anew, where it can without waiting for transactions. */
export async function readRows<Row>(
  db: Db,
  select: { compile: (db: Db) => CompiledQuery<Row> },
): Promise<Row[]> {
  const query = select.compile(db)
  const read = directReaderOf(db)
  return read ? ((await read(query)) as Row[]) : (await db.executeQuery(query)).rows // the rows of this select
}
