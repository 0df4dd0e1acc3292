import { getLanguage, LANGUAGES, type Language } from '#contract/locale.ts'
import { COUNTRIES } from '#contract/regions.ts'

/** The names of all countries by code, in the current language, sorted. */
export function countryNames(language: Language = getLanguage()): Map<string, string> {
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const pairs = Array.from(COUNTRIES, (code) => [code, names.of(code) ?? code] as const)
  return new Map(pairs.sort(([, a], [, b]) => a.localeCompare(b, language)))
}

/** The codes of the countries of which a name, in any language, has this text, those that begin with it first. */
export function countriesLike(text: string): string[] {
  const query = fold(text)
  const offsets = new Map<string, number>()
  for (const language of LANGUAGES) {
    for (const [code, name] of countryNames(language)) {
      const offset = fold(name).indexOf(query)
      if (offset !== -1) offsets.set(code, Math.min(offset, offsets.get(code) ?? offset))
    }
  }
  return [...offsets].sort(([, a], [, b]) => a - b).map(([code]) => code)
}

/** The code of a country by its code, or by its name in any language; undefined for other text. */
export function countryCode(text: string): string | undefined {
  const code = text.trim().toUpperCase()
  if (COUNTRIES.has(code)) return code
  return countriesLike(text).find((one) =>
    LANGUAGES.some((language) => fold(countryNames(language).get(one) ?? '') === fold(text)),
  )
}

/** Without case and accents. */
const fold = (text: string) =>
  text.trim().normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(getLanguage())
