import { dayFormat, formatTime } from '#contract/format.ts'
import { m } from '#contract/texts.ts'

/** A key per day; cheaper than a formatted date, as it is computed for every message. */
export function dayOf(time: string | number): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** Today, yesterday or the day, in the reader's time zone: chats are rendered in the browser only. */
export function dayLabel(time: string, now: number): string {
  const format = dayFormat()
  const day = format.format(new Date(time))
  if (day === format.format(now)) return m.messages_today()
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === format.format(yesterday) ? m.messages_yesterday() : day
}

/** The time today, else the day: for rows of one line. */
export const timeOrDay = (time: string, now: number): string =>
  dayOf(time) === dayOf(now) ? formatTime(time) : dayLabel(time, now)
