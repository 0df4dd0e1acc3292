const COOLDOWN_MS = 60 * 60 * 1000

export const lastViewKey = (projectId: string) => `lastView_${projectId}`

/**
 * Whether opening a project counts: the first view in this browser, or the last one over an hour ago (PROJD-22). The stored value
 * is in milliseconds since 1970; an unreadable or future one counts as none.
 */
export function isViewDue(stored: string | null, now: number): boolean {
  const last = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isNaN(last) || last > now || now - last > COOLDOWN_MS
}
