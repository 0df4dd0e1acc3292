import { DISMISSED_KEY } from '#contract/announcements.ts'

/** The maximum of announcements. */
const MAX_IDS = 40

/** Ids of the announcements that were dismissed in this browser. */
export function readDismissed(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(DISMISSED_KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : []
  } catch {
    // Storage is unavailable or holds something else.
    return []
  }
}

export function storeDismissed(id: string): string[] {
  const ids = [...new Set([id, ...readDismissed()])].slice(0, MAX_IDS)
  try {
    localStorage.setItem(DISMISSED_KEY, JSON.stringify(ids))
  } catch {
    // Dismissed until the next load.
  }
  return ids
}
