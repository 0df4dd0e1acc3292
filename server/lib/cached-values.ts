import type { Db } from './db.ts'

/** After a third of this time whoever asks still gets the value, and it is found anew behind the answer. */
const GIVEN_MS = 15_000
const MIN_KEPT_COUNT = 1000

/**
 * The number of rows that a filter or a search finds. When so many were found, or `seen` on the way, it is kept for
 * seconds, as counting again costs more than it tells; one that is quickly counted is always exact. `key` names what
 * is counted.
 */
export const cachedCount = (
  db: object,
  key: string,
  { least = MIN_KEPT_COUNT, seen = 0 }: { least?: number; seen?: number },
  count: () => Promise<number>,
): Promise<number> =>
  kept(db, `count ${key}`, count, (counted) => (Math.max(counted, seen) >= least ? GIVEN_MS : 0), {
    isShared: least === 0,
  })

/** Below this many public things anything is found anew every time; above, it is kept for seconds. */
const MANY = 5000

/** What must look at many rows is kept for seconds when there are many; `key` names it. */
export async function cachedWhenLarge<T>(db: Db, key: string, find: () => Promise<T>): Promise<T> {
  const { things } = await db
    .selectFrom('totals')
    .select(({ fn }) => fn.sum<number | string>('value').as('things'))
    .executeTakeFirstOrThrow()
  return kept(db, `found ${key}`, find, () => (Number(things) >= MANY ? GIVEN_MS : 0))
}

type Kept = { value: unknown; newUntil: number; until: number }

const MAX_KEPT = 1000
const valuesOf = new WeakMap<object, Map<string, Kept>>()
const findingOf = new WeakMap<object, Map<string, Promise<unknown>>>()

/**
 * `keepMs` says for how long a value is given, 0 for: not at all. With `isShared` those who ask while it is being
 * found wait for the same one; it may be older than what they have just written.
 */
export async function kept<T>(
  db: object,
  key: string,
  find: () => Promise<T>,
  keepMs: (value: T) => number,
  { isShared = false }: { isShared?: boolean } = {},
): Promise<T> {
  const values = valuesOf.get(db) ?? new Map<string, Kept>()
  valuesOf.set(db, values)
  const finding = findingOf.get(db) ?? new Map<string, Promise<unknown>>()
  findingOf.set(db, finding)
  const renew = async () => {
    const value = await find()
    const givenMs = keepMs(value)
    const now = Date.now()
    if (values.size >= MAX_KEPT) values.clear()
    if (givenMs > 0) values.set(key, { value, newUntil: now + givenMs / 3, until: now + givenMs })
    else values.delete(key)
    return value
  }
  const now = Date.now()
  const known = values.get(key)
  if (!known || known.until <= now) {
    if (!isShared) return renew()
    const running = finding.get(key) ?? renew().finally(() => finding.delete(key))
    finding.set(key, running)
    return running as Promise<T> // the key says what is found
  }
  if (known.newUntil <= now) {
    // Only whoever comes first finds it anew.
    known.newUntil = known.until
    setImmediate(() => renew().catch(() => undefined))
  }
  return known.value as T // the key says what was stored
}
