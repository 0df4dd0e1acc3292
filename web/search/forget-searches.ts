import { auth } from '../lib/auth.ts'

export const RECENT_SEARCHES = 'recentSearches'

// Loaded with every page, unlike the searches themselves.
auth.onSignOut(() => {
  try {
    localStorage.removeItem(RECENT_SEARCHES)
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
})
