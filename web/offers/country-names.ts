import { getLanguage } from '#contract/locale.ts'
import { COUNTRIES } from '#contract/regions.ts'

/** The names of all countries by code, in the current language, sorted. */
export function countryNames(): Map<string, string> {
  const language = getLanguage()
  const names = new Intl.DisplayNames(language, { type: 'region' })
  const pairs = Array.from(COUNTRIES, (code) => [code, names.of(code) ?? code] as const)
  return new Map(pairs.sort(([, a], [, b]) => a.localeCompare(b, language)))
}
