const KEPT_MS = 5000
const MIN_KEPT_COUNT = 10_000
const MAX_KEPT = 1000
const kept = new WeakMap<object, Map<string, { count: number; until: number }>>()

/**
 * The number of rows that a filter or a search finds. A large one is kept for seconds, as counting it again
 * costs more than it tells; a small one is always exact. `key` names what is counted.
 */
export async function keptCount(db: object, key: string, count: () => Promise<number>): Promise<number> {
  const counts = kept.get(db) ?? new Map<string, { count: number; until: number }>()
  kept.set(db, counts)
  const known = counts.get(key)
  if (known && known.until > Date.now()) return known.count
  const counted = await count()
  if (counts.size >= MAX_KEPT) counts.clear()
  if (counted >= MIN_KEPT_COUNT) counts.set(key, { count: counted, until: Date.now() + KEPT_MS })
  return counted
}
