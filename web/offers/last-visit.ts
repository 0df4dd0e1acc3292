const VISIT_MS = 30 * 60_000

type Visit = { at: number; before?: number | undefined }

/**
 * Notes that this person looks at the own offers, and returns when they last did before, as ISO 8601. Within half an hour it is
 * the same visit. Undefined on the first one in this browser.
 */
export function noteVisit(userId: string, now: number): string | undefined {
  const key = `offersVisit_${userId}`
  const last = read(key)
  const before = last && now - last.at > VISIT_MS ? last.at : last?.before
  try {
    localStorage.setItem(key, JSON.stringify({ at: now, before } satisfies Visit))
  } catch {
    // Without storage every visit is the first.
  }
  return before === undefined ? undefined : new Date(before).toISOString()
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

/** What `Date` can hold. */
const isTime = (value: unknown) => typeof value === 'number' && Math.abs(value) <= 8.64e15
