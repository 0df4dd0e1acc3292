const HOUR_MS = 3600 * 1000
export const DAY_MS = 24 * HOUR_MS

/** All times of the world are counted back from one moment. */
export interface Clock {
  nowMs: number
  daysAgo(days: number): number
  hoursAgo(hours: number): number
  /** `YYYY-MM`, so many months before the current one. */
  monthsAgo(months: number): string
  /** The smallest number of months back, at least this one, that ends in this month of a year (1 to 12). */
  monthsAgoIn(month: number, fromMonthsAgo: number): number
}

export function createClock(now: Date): Clock {
  const nowMs = now.getTime()
  const month = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const monthIndex = (months: number) => month - months
  return {
    nowMs,
    daysAgo: (days) => Math.round(nowMs - days * DAY_MS),
    hoursAgo: (hours) => Math.round(nowMs - hours * HOUR_MS),
    monthsAgo(months) {
      const index = monthIndex(months)
      return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
    },
    monthsAgoIn(wanted, fromMonthsAgo) {
      let months = fromMonthsAgo
      while ((monthIndex(months) % 12) + 1 !== wanted) months++
      return months
    },
  }
}

export const iso = (ms: number): string => new Date(ms).toISOString()
