import { CONTRACT_TYPES, contractTypeOf } from '#contract/offers.ts'
import { mapping, textList } from '../lib/mapping.ts'
import { searchTag, searchText } from '../lib/search-text.ts'

const LISTED_FIELDS = {
  position: 'position',
  role: 'role',
  company: 'company',
  location: 'location',
  contractType: textList('contract_types'),
  salary: 'salary',
  skills: textList('skills'),
} as const

/** The fields of an offer in lists and their columns, besides the excerpt of its description (X2). */
export const listedOfferMapping = mapping('offers', LISTED_FIELDS)

/** The fields of an offer and their columns. */
export const offerMapping = mapping('offers', {
  ...LISTED_FIELDS,
  language: 'language',
  description: 'description',
})

/** The fields of the home search (decision 39). */
const SEARCHED = ['position', 'role', 'company', 'location', 'skills', 'description'] as const

type Searched = { [Key in (typeof SEARCHED)[number]]?: string | readonly string[] | null | undefined } & {
  contractType?: readonly string[] | undefined
}

/** The searched text, with the tags of the contract filter. */
export const searchTextOf = (offer: Searched) =>
  searchText(
    SEARCHED.flatMap((key) => offer[key] ?? []),
    contractWords(offer.contractType ?? []).map(contractTag),
  )

/** The stored types, and 'Permanent' where it applies. */
export const contractWords = (types: readonly string[]) =>
  isPermanent(types) ? [...types, 'Permanent'] : types

/** Employment without a limiting type (decision 31). */
function isPermanent(types: readonly string[]): boolean {
  const [fullTime, partTime, ...limiting] = CONTRACT_TYPES
  const employs = types.includes(fullTime) || types.includes(partTime)
  return employs && !limiting.some((type) => types.includes(type))
}

const CONTRACT_WORDS = ['', ...CONTRACT_TYPES, 'Permanent']

/** The search tag of a stored contract word; no offer has that of an unknown one. */
export const contractTag = (word: string): string => searchTag(CONTRACT_WORDS.indexOf(word))

/** The stored word for a filter of either vocabulary; 'Permanent' is one of its own; an unknown one matches nothing. */
export const contractWord = (filter: string) =>
  filter.toLowerCase() === 'permanent' ? 'Permanent' : (contractTypeOf(filter) ?? '')
