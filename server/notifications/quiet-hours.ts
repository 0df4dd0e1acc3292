import type { QuietHours } from '#contract/notification-settings.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** The end of the current quiet hours; undefined outside of them. By the zone's clock, also on days with a clock change. */
export function quietUntil(atMs: number, quiet: QuietHours | null): Date | undefined {
  if (!quiet) return undefined
  const minuteAt = clockOf(quiet.zone)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const isQuiet = (minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to
  if (!isQuiet(minuteAt(atMs))) return undefined
  // A clock change may skip or repeat the end: the next minute that is not quiet is the end.
  const left = (to - minuteAt(atMs) + DAY_MINUTES) % DAY_MINUTES
  const thisMinute = atMs - (atMs % MINUTE_MS)
  const ends = thisMinute + left * MINUTE_MS
  // A clock change is of an hour at most, but for one day of history.
  for (let time = Math.max(ends - 3 * 60 * MINUTE_MS, thisMinute + MINUTE_MS); ; time += MINUTE_MS) {
    if (!isQuiet(minuteAt(time))) return new Date(time)
  }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** The minute of the day in this zone. */
function clockOf(zone: string): (atMs: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  return (atMs) => minutesOf(format.format(atMs))
}
