/** Days and times as the reader's clock has them: only the browser draws chats. */
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** The same for two times of one day; a long conversation asks for every message. */
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
