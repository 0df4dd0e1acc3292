/** The languages to choose from, by their own names; a line for each `languages/<code>.json`. */
export const LANGUAGE_NAMES = {
  en: 'English',
  es: 'Español',
} as const
export type Language = keyof typeof LANGUAGE_NAMES

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as Language[]

/** `en-quoted`: the quoted texts (decision 37), for readers without a choice; `Intl` reads it as English. */
export type Locale = 'en-quoted' | Language

let read: () => Locale = () => 'en-quoted'

/** The locale of the texts: that of the request or job on the server, that of the document in a browser. */
export const getLocale = (): Locale => read()

/** The current language for `Intl` and `lang`. */
export function getLanguage(): Language {
  const locale = read()
  return locale === 'en-quoted' ? 'en' : locale
}

export const isLanguage = (given: unknown): given is Language =>
  typeof given === 'string' && Object.hasOwn(LANGUAGE_NAMES, given)

/** Sets the source of `getLocale` for this process or document. */
export function configureLocale(readLocale: () => Locale): void {
  read = readLocale
}

const PREFIXED = new RegExp(`^/(${LANGUAGES.join('|')})(/.*)?$`)

/** A path apart from the language that it begins with, if any: `/es/offers` is `/offers` in Spanish. */
export function splitPath(pathname: string): { language: Language | undefined; path: string } {
  const [, language, path = '/'] = PREFIXED.exec(pathname) ?? []
  return language ? { language: language as Language, path } : { language: undefined, path: pathname }
}

/** The prefix of addresses; empty for the language of bare ones. */
export const prefixOf = (language: Language | undefined, bare: Locale): string =>
  language === undefined || language === bare ? '' : `/${language}`
