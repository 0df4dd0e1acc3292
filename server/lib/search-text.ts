/** The content of `search_text`: the normalised parts, then the tags. */
export const searchText = (parts: readonly string[], tags: readonly string[] = []): string =>
  [...parts.map(normalise), ...tags].filter((part) => part !== '').join(' ')

const FIRST_PRIVATE = 0xe000

/** A tag is found like a word but cannot occur in a text or query: it contains a private-use character. */
export const searchTag = (number: number): string => String.fromCodePoint(FIRST_PRIVATE + number)

const PLAIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th' }
Object.assign(PLAIN, { ı: 'i', ħ: 'h', ŧ: 't', ŋ: 'n', ς: 'σ' })
const PLAIN_LETTERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'gu')

/** Lower case, no accents, no invisible characters, single spaces. The same for texts and queries, on both engines. */
export function normalise(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/[\p{Mn}\p{Cf}]/gu, '')
    .normalize('NFC')
    .replaceAll(PLAIN_LETTERS, (letter) => PLAIN[letter] ?? letter)
    .replaceAll(/[\p{Cc}\p{Co}\p{Cs}\s]+/gu, ' ')
    .trim()
}

/** Every piece of one or two characters of a `search_text`, as words of the gram index (an SQL function). */
export function gramsOf(text: string): string {
  const grams = new Set<string>()
  for (const word of text.split(' ')) {
    let before = ''
    for (const character of word) {
      const gram = gramOfOne(character)
      grams.add(gram)
      if (before !== '') grams.add(`${before}x${gram}`)
      before = gram
    }
  }
  return [...grams].join(' ')
}

/** Letters and digits only, so that the tokenizer leaves it whole. */
export const gramOf = (characters: string): string => Array.from(characters, gramOfOne).join('x')

const gramOfOne = (character: string): string => character.codePointAt(0)?.toString(16) ?? ''
