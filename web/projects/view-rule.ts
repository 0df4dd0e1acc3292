const COOLDOWN_MS = 60 * 60 * 1000

export const lastViewKey = (projectId: string) => `lastView_${projectId}`

/**
 * Whether opening a project counts: never yet in this browser, or over an hour ago (PROJD-22). What is stored is
 * milliseconds since 1970; what cannot be read, or lies in the future of a wrong clock, counts as never.
 */
export function isViewDue(stored: string | null, now: number): boolean {
  const last = stored === null || stored.trim() === '' ? Number.NaN : Number(stored)
  return Number.isNaN(last) || last > now || now - last > COOLDOWN_MS
}
