import { getLocale, type Language, splitPath } from '#contract/locale.ts'

/** A path with the language prefix of the document, for links outside of the router. */
export function ownAddress(path: string): string {
  const { language } = splitPath(window.location.pathname)
  return language === getLocale() ? addressIn(language, path) : path
}

/** The address of a path in a language; the server redirects if that is the default one. */
export const addressIn = (language: Language | '', path: string): string =>
  language === '' ? path : `/${language}${path === '/' ? '' : path.replace(/^\/(?=[?#])/, '')}`

/** The current page in a language. */
export function currentPageIn(language: Language | ''): string {
  const { pathname, search, hash } = window.location
  return addressIn(language, splitPath(pathname).path + search + hash)
}
