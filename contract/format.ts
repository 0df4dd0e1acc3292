import { getLocale } from './locale.ts'

/**
 * Formatted values (LANG-03): by `Intl` in the chosen language, without a choice in the formats that the requirements
 * quote (decisions 31 and 28). Server and browser must render the same, whatever the machine's language and time
 * zone: days are those of Madrid.
 */
const HOME_ZONE = 'Europe/Madrid'

/** Lazy: initialising a locale takes a phone 50 ms, which must not delay hydration. */
const formats = new Map<string, unknown>()

/** The format of a kind in the present locale, made once; `language` is undefined for the quoted one. */
export function cached<Format>(kind: string, make: (language: string | undefined) => Format): Format {
  const locale = getLocale()
  const key = `${locale} ${kind}`
  if (!formats.has(key)) formats.set(key, make(locale === 'en-quoted' ? undefined : locale))
  return formats.get(key) as Format
}

const QUOTED_DAY = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** A format of days: '23 nov 2026', 'Nov 23, 2026', quoted '23/11/2026'; in the reader's own time zone without one. */
export const dayFormat = (timeZone?: string): Intl.DateTimeFormat =>
  cached(`day ${timeZone}`, (language) =>
    language
      ? new Intl.DateTimeFormat(language, { ...DAY, timeZone })
      : new Intl.DateTimeFormat('es-ES', { ...QUOTED_DAY, timeZone }),
  )

/** The day of a time, or a calendar day 'YYYY-MM-DD', which no time zone moves; '' for anything else. */
export function formatDate(value: string | null | undefined): string {
  if (!value) return ''
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (day && getLocale() === 'en-quoted') return `${day}/${month}/${year}`
  const time = new Date(value)
  if (Number.isNaN(time.getTime())) return ''
  return dayFormat(day ? 'UTC' : HOME_ZONE).format(time)
}

/** '23/11', '11/23' of a time. */
export function formatDayMonth(value: string): string {
  if (getLocale() === 'en-quoted') return formatDate(value).slice(0, 5)
  const format = cached(
    'day and month',
    (language) =>
      new Intl.DateTimeFormat(language, { day: 'numeric', month: 'numeric', timeZone: HOME_ZONE }),
  )
  return format.format(new Date(value))
}

/** '15:05', '3:05 PM' in the browser's time zone; never in HTML that the server renders too. */
export function formatTime(value: string): string {
  const format = cached('time', (language) =>
    language
      ? new Intl.DateTimeFormat(language, { timeStyle: 'short' })
      : new Intl.DateTimeFormat('es-ES', { hour: '2-digit', minute: '2-digit', hour12: false }),
  )
  const time = new Date(value)
  return Number.isNaN(time.getTime()) ? '' : format.format(time)
}

/** Day and time in the browser's time zone; never in HTML that the server renders too. */
export function formatMoment(value: string): string {
  // Not formatDate: its days are those of Madrid.
  if (getLocale() === 'en-quoted') return `${dayFormat().format(new Date(value))} ${formatTime(value)}`
  const format = cached(
    'moment',
    (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
  )
  return format.format(new Date(value))
}

/** '23 nov 2026, 15:05 UTC', quoted '2026-11-23 15:05 UTC': for mails, whose reader may be in any time zone. */
export function formatUtc(value: string): string {
  if (getLocale() === 'en-quoted') return `${value.slice(0, 10)} ${value.slice(11, 16)} UTC`
  const format = cached(
    'UTC',
    (language) =>
      new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  )
  return `${format.format(new Date(value))} UTC`
}

/** 'nov 2026', 'Nov 2026', quoted '11/2026' of a month 'YYYY-MM'; '' for anything else. */
export function formatMonth(value: string | null | undefined): string {
  const [, year, month] = /^(\d{4})-(\d{2})/.exec(value ?? '') ?? []
  if (!month) return ''
  if (getLocale() === 'en-quoted') return `${month}/${year}`
  const format = cached(
    'month',
    (language) => new Intl.DateTimeFormat(language, { month: 'short', year: 'numeric', timeZone: 'UTC' }),
  )
  return format.format(Date.UTC(Number(year), Number(month) - 1))
}

/** '12.345', '12,345', '0,25': at most two decimals. */
export function formatCount(value: number): string {
  if (getLocale() === 'en-quoted') return quotedNumber(value)
  return cached(
    'number',
    (language) => new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: 'always' }),
  ).format(value)
}

/** Without `Intl`, which would delay hydration. */
export function quotedNumber(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 100) / 100).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')
  return fraction ? `${grouped},${fraction}` : grouped
}

/** 'Go, SQL y C', 'Go, SQL, and C', quoted 'Go, SQL, C'. */
export function formatList(values: readonly string[]): string {
  if (getLocale() === 'en-quoted') return values.join(', ')
  return cached('list', (language) => new Intl.ListFormat(language, { type: 'conjunction' })).format(values)
}
