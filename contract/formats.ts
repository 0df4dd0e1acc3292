/** `+`, then digits and spaces, at least `digits` digits (VAL-60, VAL-71). */
export const isPhone = (value: string, digits: number) =>
  /^\+[\d ]*$/.test(value) && value.replaceAll(/\D/g, '').length >= digits

/** An absolute http(s) address without user part (P1). */
export function isUrl(value: string, httpsOnly = false): boolean {
  if (!/^https?:\/\//i.test(value) || /[\s\\]/.test(value) || !URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  if (username !== '' || password !== '' || hostname === '') return false
  return protocol === 'https:' || (protocol === 'http:' && !httpsOnly)
}

/** Adds `https://` to a URL without a scheme (VAL-83, VAL-91); '' stays ''. */
export function withHttps(typed: string): string {
  const address = typed.trim()
  return address === '' || /^[a-z][a-z0-9+.-]*:/i.test(address) ? address : `https://${address}`
}

/** YYYY-MM-DD, a real day from 1900 to today in UTC (decision 28). */
export function isBirthDate(day: string, today = new Date().toISOString().slice(0, 10)): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || day < '1900-01-01' || day > today) return false
  const date = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day)
}

/** Whole years, 0 to 99. */
export const isYears = (value: string) => /^\d{1,2}$/.test(value)

/**
 * An address that imitates no other: before the @ visible ASCII and the accented letters of Latin-1 and Latin
 * Extended-A, but no ı or ĸ, after it ASCII. No zero-width, full-width, Cyrillic or Greek characters.
 */
export const hasPlainLetters = (email: string) =>
  /^[\u0021-\u007e\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0130\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e]+@[\u0021-\u007e]+$/.test(
    email,
  )

/** Public, so as free of look-alikes as the addresses of accounts. */
export const isContactEmail = (value: string) =>
  /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(value) && hasPlainLetters(value.normalize('NFC'))

export const isCompanyPhone = (value: string) => value.length >= 8

/** A language is complete with its level only (VAL-84). */
export const isCompleteLanguage = ({
  language,
  languageLevel,
}: {
  language: string
  languageLevel: string
}) => language.trim() !== '' && languageLevel !== ''
