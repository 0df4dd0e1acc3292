import { LIMITS } from '#contract/values.ts'
import { RECENT_SEARCHES } from './forget-searches.ts'

const MAX = 5

/** The last searches on this device, newest first; deleted at the end of a session. */
export const recentSearches = {
  list(): string[] {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(RECENT_SEARCHES) ?? '[]')
      return Array.isArray(stored) ? stored.filter(isQuery).slice(0, MAX) : []
    } catch {
      return []
    }
  },

  add(q: string) {
    const others = recentSearches.list().filter((one) => one.toLowerCase() !== q.toLowerCase())
    if (isQuery(q)) store([q, ...others].slice(0, MAX))
  },

  remove(q: string) {
    store(recentSearches.list().filter((one) => one !== q))
  },
}

const isQuery = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LIMITS.query

function store(searches: string[]) {
  try {
    localStorage.setItem(RECENT_SEARCHES, JSON.stringify(searches))
  } catch {
    // Storage is full or forbidden: nothing is stored.
  }
}
