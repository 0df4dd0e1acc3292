/** Days and times as the reader's clock has them: only the browser draws chats. */
const dayFormat = new Intl.DateTimeFormat('es-ES', { day: '2-digit', month: '2-digit', year: 'numeric' })

/** The same for two times of one day. */
export const dayOf = (time: string): string => dayFormat.format(new Date(time))

/** 'Today', 'Yesterday' or DD/MM/YYYY. */
export function dayLabel(time: string, now: number): string {
  const day = dayOf(time)
  if (day === dayFormat.format(now)) return 'Today'
  const yesterday = new Date(now)
  yesterday.setDate(yesterday.getDate() - 1)
  return day === dayFormat.format(yesterday) ? 'Yesterday' : day
}
