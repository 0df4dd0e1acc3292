/** `+`, then digits and spaces, at least `digits` digits (decisions 32 and 45). */
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

/** Public, so without invisible or full-width characters that make one address look like another. */
export const isContactEmail = (value: string) =>
  /^[^\s@"]+@[^\s@"]+\.[^\s@"]+$/.test(value) &&
  !/\p{Default_Ignorable_Code_Point}/u.test(value) &&
  value.normalize('NFKC') === value.normalize('NFC')

export const isCompanyPhone = (value: string) => value.length >= 8

/** A language counts with its level only (VAL-84). */
export const isCompleteLanguage = ({
  language,
  languageLevel,
}: {
  language: string
  languageLevel: string
}) => language.trim() !== '' && languageLevel !== ''
