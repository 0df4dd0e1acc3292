import type { Compilable, CompiledQuery, DialectAdapter } from 'kysely'
import { type Db, directReaderOf } from './db.ts'

type Value = string | number | null

/** Stands for a value while the query is compiled. */
class Place {
  readonly name: string
  constructor(name: string) {
    this.name = name
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
  // One per engine: transactions share the adapter of their database.
  const known = new WeakMap<DialectAdapter, CompiledQuery<Row>>()
  const places = new Proxy({} as Given, { get: (_, name) => new Place(String(name)) })

  return async (db, given) => {
    const { adapter, plugins } = db.getExecutor()
    // Plugins look at each query, with its values.
    if (plugins.length > 0) return (await db.executeQuery(build(db, given).compile())).rows
    const query = known.get(adapter) ?? build(db, places).compile()
    known.set(adapter, query)
    const parameters = query.parameters.map((value) => (value instanceof Place ? given[value.name] : value))
    const read = query.query.kind === 'SelectQueryNode' ? directReaderOf(db) : undefined
    if (read) return read({ ...query, parameters }) as Row[] // what `build` selects
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** The same for the rows that some ids name: one query for each number of ids, of which a page has few. */
export function preparedForIds<Row>(
  build: (db: Db, ids: readonly string[]) => Compilable<Row>,
): (db: Db, ids: readonly string[]) => Promise<Row[]> {
  const byCount = new Map<number, (db: Db, given: Record<string, string>) => Promise<Row[]>>()
  const forCount = (count: number) => {
    const names = Array.from({ length: count }, (_, place) => `id${place}`)
    return prepared((db, given: Record<string, string>) =>
      build(
        db,
        names.map((name) => given[name] ?? ''),
      ),
    )
  }
  return async (db, ids) => {
    if (ids.length === 0) return []
    const known = byCount.get(ids.length)
    const run = known ?? forCount(ids.length)
    if (!known) byCount.set(ids.length, run)
    return run(db, Object.fromEntries(ids.map((id, place) => [`id${place}`, id])))
  }
}

/** Runs a select that must be built anew, where it can without waiting for transactions. */
export async function readRows<Row>(
  db: Db,
  select: { compile: (db: Db) => CompiledQuery<Row> },
): Promise<Row[]> {
  const query = select.compile(db)
  const read = directReaderOf(db)
  return read ? (read(query) as Row[]) : (await db.executeQuery(query)).rows // the rows of this select
}
