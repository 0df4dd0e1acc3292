import { LANGUAGES } from '#contract/locale.ts'

/**
 * 'Valencia, Spain (hybrid)' is a place, 'Remote (Spain)' is work from anywhere in Spain. States only facts of the
 * text. Search engines accept TELECOMMUTE only for fully remote work, and only together with a country:
 * that of `jobLocation`, or those of `applicantLocationRequirements`
 * (developers.google.com/search/docs/appearance/structured-data/job-posting). So 'Remote' alone states no kind of
 * place, and 'Madrid or remote' the place.
 */
export function jobPlace(location: string) {
  const [, place = '', note = ''] = /^([^(]*)(?:\(([^)]*)\))?/.exec(location) ?? []
  const [first, ...rest] = wordsOf(place.replace(/\s+(or|o)\s+(remote|remoto|teletrabajo)\s*$/i, ''))
  if (first === undefined) return {}
  if (/^(remote|remoto|teletrabajo)\b/i.test(first)) return fromAnywhereIn([...wordsOf(note), ...rest])
  const country = rest.at(-1)
  const address = {
    '@type': 'PostalAddress',
    addressLocality: first,
    ...(country !== undefined && isCountry(country) && { addressCountry: country }),
  } as const
  return { jobLocation: { '@type': 'Place', address } as const }
}

/** With a continent or a time zone among the countries the list would be incomplete. */
function fromAnywhereIn(places: string[]) {
  if (places.length === 0 || !places.every(isCountry)) return {}
  return {
    jobLocationType: 'TELECOMMUTE',
    applicantLocationRequirements: places.map((name) => ({ '@type': 'Country', name }) as const),
  }
}

const wordsOf = (text: string) => text.split(',').flatMap((word) => word.trim() || [])

let countries: Set<string> | undefined

/** By name, in the languages of the offers. */
function isCountry(name: string): boolean {
  countries ??= new Set(LANGUAGES.flatMap(countryNames))
  return countries.has(name.toLowerCase())
}

function countryNames(language: string): string[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => !UNIONS.includes(code))
    .flatMap((code) => names.of(code)?.toLowerCase() ?? [])
}

/** Region codes other than countries: the European Union, the euro area, the United Nations. */
const UNIONS = ['EU', 'EZ', 'UN']
