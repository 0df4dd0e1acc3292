import { getLocale, type Language, splitPath } from '#contract/locale.ts'

/** A path below the language of the document's address, for what is no link of the router. */
export function ownAddress(path: string): string {
  const { language } = splitPath(window.location.pathname)
  return language === getLocale() ? addressIn(language, path) : path
}

/** The address of a path in a language; the server leads on where that is the language of bare addresses. */
export const addressIn = (language: Language | '', path: string): string =>
  language === '' ? path : `/${language}${path === '/' ? '' : path.replace(/^\/(?=[?#])/, '')}`

/** The page that is open, in a language. */
export function hereIn(language: Language | ''): string {
  const { pathname, search, hash } = window.location
  return addressIn(language, splitPath(pathname).path + search + hash)
}
