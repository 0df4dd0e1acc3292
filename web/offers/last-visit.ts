const VISIT_MS = 30 * 60_000

type Visit = { at: number; before?: number | undefined }

/**
 * The last visit of this person to their own offers before the current one, as ISO 8601. Within half an hour it is the same
 * visit. Undefined on the first one in this browser.
 */
export function lastVisit(userId: string, now: number): string | undefined {
  const before = visitBefore(userId, now)
  return before === undefined ? undefined : new Date(before).toISOString()
}

/** Called when the own offers are shown, since a prefetch is no visit. */
export function recordVisit(userId: string, now: number) {
  const visit: Visit = { at: now, before: visitBefore(userId, now) }
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(visit))
  } catch {
    // Without storage every visit is the first.
  }
}

const keyOf = (userId: string) => `offersVisit_${userId}`

function visitBefore(userId: string, now: number) {
  const last = read(keyOf(userId))
  return last && now - last.at > VISIT_MS ? last.at : last?.before
}

function read(key: string): Visit | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isVisit(stored) ? stored : undefined
  } catch {
    return undefined
  }
}

const isVisit = (stored: unknown): stored is Visit =>
  typeof stored === 'object' &&
  stored !== null &&
  'at' in stored &&
  isTime(stored.at) &&
  (!('before' in stored) || isTime(stored.before))

/** The range of `Date`. */
const isTime = (value: unknown) => typeof value === 'number' && Math.abs(value) <= 8.64e15
