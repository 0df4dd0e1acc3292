import { AsyncLocalStorage } from 'node:async_hooks'
import { configureLocale, isLanguage, LANGUAGES, type Language, type Locale } from '#contract/locale.ts'

const storage = new AsyncLocalStorage<{ locale: Locale }>()

configureLocale(() => storage.getStore()?.locale ?? 'en-quoted')

/** Runs with texts in a locale, its asynchronous work included. */
export const runInLocale = <Result>(locale: Locale, run: () => Result): Result => storage.run({ locale }, run)

/** Sets the caller's chosen language for the rest of the request; '' changes nothing. */
export function setChosenLocale(language: Language | ''): void {
  const store = storage.getStore()
  if (store && language !== '') store.locale = language
}

const RANGE = /^\s*([a-z]{1,8}(?:-[a-z\d]{1,8})*|\*)\s*(?:;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*)?$/i

/**
 * The locale of an `Accept-Language`: the supported one with the greatest weight, the first of equal ones. The default
 * for `*`, other languages, a broken header or none (LANG-02).
 */
export function localeOfHeader(header: string | undefined): Locale {
  let best: { locale: Locale; weight: number } = { locale: 'en-quoted', weight: 0 }
  for (const part of header?.split(',') ?? []) {
    const [matched, range = '', q = '1'] = RANGE.exec(part) ?? []
    if (matched === undefined) return 'en-quoted'
    const language = range.toLowerCase().split('-')[0]
    const weight = Number(q)
    if (isLanguage(language) && weight > best.weight) best = { locale: language, weight }
  }
  return best.locale
}

/** Prefixes of addresses with their locales; a page in the language of bare ones has no prefix. */
export const addressLocales = (bare: Locale): readonly { prefix: string; locale: Locale }[] => [
  { prefix: '', locale: bare },
  ...LANGUAGES.filter((language) => language !== bare).map((locale) => ({ prefix: `/${locale}`, locale })),
]
