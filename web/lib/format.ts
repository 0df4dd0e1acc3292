/**
 * Formats of values (decisions 31 and 28). Server and browser must render the same, whatever the machine's language and
 * time zone: days are those of Madrid.
 */
const HOME_ZONE = 'Europe/Madrid'

/** Lazy: initialising a locale takes a phone 50 ms, which must not delay hydration. */
let dayFormat: Intl.DateTimeFormat | undefined

/** DD/MM/YYYY of a time, or of a calendar day 'YYYY-MM-DD', which no time zone moves; '' for anything else. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return ''
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (day) return `${day}/${month}/${year}`
  dayFormat ??= new Intl.DateTimeFormat('es-ES', {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: HOME_ZONE,
  })
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? '' : dayFormat.format(time)
}

/** MM/YYYY of a month 'YYYY-MM'; '' for anything else. */
export function formatMonth(value: string | null | undefined): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(value ?? '') ?? []
  return month ? `${month}/${year}` : ''
}

let timeFormat: Intl.DateTimeFormat | undefined

/** HH:MM in the browser's time zone; never in HTML that the server renders too. */
export function formatTime(value: string): string {
  timeFormat ??= new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', hour12: false })
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? '' : timeFormat.format(time)
}

/** '30.000 €', with a no-break space. */
export function formatEuros(amount: number): string {
  return `${formatCount(Math.round(amount))}\u00a0€`
}

/** '12.345', '0,25': at most two decimals. */
export function formatCount(count: number): string {
  const [whole = '', fraction] = String(Math.round(count * 100) / 100).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${grouped},${fraction}` : grouped
}

const DAY_MS = 24 * 60 * 60 * 1000

/** 'Posted 1 day ago', 'Posted 12 days ago': whole periods of 24 hours. `now` comes from useNow(). */
export function postedAgo(createdAt: string, now: number): string {
  const days = Math.max(0, Math.floor((now - Date.parse(createdAt)) / DAY_MS) || 0)
  return days === 1 ? 'Posted 1 day ago' : `Posted ${days} days ago`
}

/** The first letter in upper case. */
export function capitalise(text: string): string {
  const [first = ''] = text
  return first.toLocaleUpperCase('es') + text.slice(first.length)
}

/** 'YYYY-MM-DD' of a form as the API's DD-MM-YYYY (decision 28). */
export function birthDateToSend(value: string): string {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  return day ? `${day}-${month}-${year}` : value
}

export function fullName(person: { name: string; surname: string }): string {
  return `${person.name} ${person.surname}`.trim()
}
