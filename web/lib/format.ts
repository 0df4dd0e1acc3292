import { formatCount } from '#contract/format.ts'
import { m } from '#contract/texts.ts'

export {
  formatCount,
  formatDate,
  formatDayMonth,
  formatList,
  formatMoment,
  formatMonth,
  formatTime,
} from '#contract/format.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** 'Posted 1 day ago', 'Posted 12 days ago': whole periods of 24 hours. `now` comes from useNow(). */
export function postedAgo(publishedAt: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(publishedAt)) / DAY_MS) || 0)
  return m.offers_posted({ count: days })
}

/** A number of days; tenths are shown for few days only. */
export const formatDays = (days: number): string =>
  formatCount(days < 10 ? Math.round(days * 10) / 10 : Math.round(days))

/** 'YYYY-MM-DD' of a form as the API's DD-MM-YYYY (decision 28). */
export function birthDateToSend(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return day ? `${day}-${month}-${year}` : value
}

export function fullName(person: { name: string; surname: string }): string {
  return `${person.name} ${person.surname}`.trim()
}
