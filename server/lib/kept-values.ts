const KEPT_MS = 5000
const MIN_KEPT_COUNT = 10_000

/**
 * The number of rows that a filter or a search finds. A large one is kept for seconds, as counting it again
 * costs more than it tells; a small one is always exact. `key` names what is counted.
 */
export const keptCount = (db: object, key: string, count: () => Promise<number>): Promise<number> =>
  kept(db, `count ${key}`, count, (counted) => (counted >= MIN_KEPT_COUNT ? KEPT_MS : 0))

const MIN_COST_MS = 20
const KEPT_PER_COST = 100

/** What is cheap to find is found every time; what is not is kept a hundred times as long as it took. */
export const keptWhileCostly = <T>(db: object, key: string, find: () => Promise<T>): Promise<T> =>
  kept(db, `cost ${key}`, find, (_, costMs) => (costMs >= MIN_COST_MS ? costMs * KEPT_PER_COST : 0))

const MAX_KEPT = 1000
const valuesOf = new WeakMap<object, Map<string, { value: unknown; until: number }>>()

async function kept<T>(
  db: object,
  key: string,
  find: () => Promise<T>,
  keepMs: (value: T, costMs: number) => number,
): Promise<T> {
  const values = valuesOf.get(db) ?? new Map<string, { value: unknown; until: number }>()
  valuesOf.set(db, values)
  const known = values.get(key)
  if (known && known.until > Date.now()) return known.value as T // the key says what was stored
  const start = performance.now()
  const value = await find()
  const duration = keepMs(value, performance.now() - start)
  if (values.size >= MAX_KEPT) values.clear()
  if (duration > 0) values.set(key, { value, until: Date.now() + duration })
  return value
}
