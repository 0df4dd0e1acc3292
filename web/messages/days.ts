/** Days and times in the reader's time zone: chats are rendered in the browser only. */
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** A key per day; cheaper than a formatted date, as it is computed for every message. */
export function dayOf(time: string): string {
  const date = new Date(time)
  return `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`
}

/** 'Today', 'Yesterday' or DD/MM/YYYY. */
export function dayLabel(time: string, now: number): string {
  const day = dayFormat.format(new Date(time))
  if (day === dayFormat.format(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === dayFormat.format(yesterday) ? 'Yesterday' : day
}
