import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import { type Db, directReaderOf } from './db.ts'

type Value = string | number | null

const texts = new Set<string>()

/** Whether a statement recurs, with the same plan for all values. */
export const isPrepared = (text: string): boolean => texts.has(text)

/** Stands for a bind parameter while the query is compiled. */
class Placeholder<Input> {
  readonly valueIn: (given: Input) => Value
  constructor(valueIn: (given: Input) => Value) {
    this.valueIn = valueIn
  }
}

/**
 * Builds and compiles a query once; later calls only bind values. Building costs more than most look-ups by key. `build`
 * receives placeholders, so it must not inspect the values and may use them as parameters only. Outside of a transaction
 * it reads committed data, and waits for no transaction.
 */
export function prepared<Input extends Record<string, Value>, Row>(
  build: (db: Db, given: Input) => Compilable<Row>,
): (db: Db, given: Input) => Promise<Row[]> {
  const placeholders = new Proxy({} as Input, {
    get: (_, name) => new Placeholder<Input>((given) => given[String(name)] as Value),
  })
  return compiledOnce(build, placeholders)
}

function compiledOnce<Input, Row>(
  build: (db: Db, given: Input) => Compilable<Row>,
  placeholders: Input,
): (db: Db, given: Input) => Promise<Row[]> {
  // One per engine: transactions share the adapter of their database.
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()

  return async (db, given) => {
    const { adapter, plugins } = db.getExecutor()
    // Plugins inspect each query with its values.
    if (plugins.length > 0) return (await db.executeQuery(build(db, given).compile())).rows
    let query = known.get(adapter)
    if (!query) {
      query = build(db, placeholders).compile()
      known.set(adapter, query)
      texts.add(query.sql)
    }
    const parameters = query.parameters.map((value) =>
      value instanceof Placeholder ? value.valueIn(given) : value,
    )
    const read = query.query.kind === 'SelectQueryNode' ? directReaderOf(db) : undefined
    if (read) return (await read({ ...query, parameters })) as Row[] // what `build` selects
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

const MAX_ROWS = 256

/**
 * The same for inserts of many rows with the same columns. Splits them into powers of two, so that there are few
 * statements. Returns all results.
 */
export function preparedForRows<Input extends Record<string, Value>, Row>(
  build: (db: Db, rows: Input[]) => Compilable<Row>,
): (db: Db, rows: readonly Input[]) => Promise<Row[]> {
  const bySize = new Map<number, (db: Db, rows: Input[]) => Promise<Row[]>>()
  const placeholdersOf = (columns: string[], size: number) =>
    Array.from({ length: size }, (_, index) =>
      Object.fromEntries(
        columns.map((column) => [column, new Placeholder<Input[]>((rows) => rows[index]?.[column] as Value)]),
      ),
    ) as unknown as Input[] // placeholders stand for their values

  return async (db, rows) => {
    const results: Row[] = []
    for (let start = 0; start < rows.length; ) {
      const size = Math.min(MAX_ROWS, 2 ** Math.floor(Math.log2(rows.length - start)))
      const run = bySize.get(size) ?? compiledOnce(build, placeholdersOf(Object.keys(rows[0] ?? {}), size))
      bySize.set(size, run)
      results.push(...(await run(db, rows.slice(start, start + size))))
      start += size
    }
    return results
  }
}

/**
 * The same for rows by ids. Repeats the last id up to the next power of two, so that there are few statements.
 */
export function preparedForIds<Row>(
  build: (db: Db, ids: readonly string[]) => Compilable<Row>,
): (db: Db, ids: readonly string[]) => Promise<Row[]> {
  const bySize = new Map<number, (db: Db, ids: readonly string[]) => Promise<Row[]>>()
  const forSize = (size: number) => {
    const placeholder = (_: unknown, index: number) =>
      new Placeholder<readonly string[]>((ids) => ids[Math.min(index, ids.length - 1)] ?? '')
    const placeholders: unknown = Array.from({ length: size }, placeholder)
    return compiledOnce(build, placeholders as readonly string[]) // placeholders stand for their values
  }
  return async (db, ids) => {
    if (ids.length === 0) return []
    const size = 2 ** Math.ceil(Math.log2(ids.length))
    const run = bySize.get(size) ?? forSize(size)
    bySize.set(size, run)
    return run(db, ids)
  }
}

/** Runs a select that cannot be prepared, without waiting for transactions if possible. */
export async function readRows<Row>(
  db: Db,
  select: { compile: (db: Db) => CompiledQuery<Row> },
): Promise<Row[]> {
  const query = select.compile(db)
  const read = directReaderOf(db)
  return read ? ((await read(query)) as Row[]) : (await db.executeQuery(query)).rows // the rows of this select
}
