import { readFileSync } from 'node:fs'
import { LANGUAGES, type Language } from '#contract/locale.ts'

type Message = string | { match: Record<string, string> }[]
/** Finds texts of other languages' catalogues in a text; '' and shared texts belong to none. */
export type ForeignWords = (text: string) => string | undefined

/** Shorter ones also occur inside of other words. */
const FEWEST_LETTERS = 10

/** Matches whole texts of the catalogues, sentences with values, and texts beside others. */
export function foreignWords(language: Language): ForeignWords {
  const { own, foreign, whole } = textsAround(language)
  const inside = sentencesOf(whole)
  const ownSentences = [...own].filter((text) => text.includes(' '))
  const sentences = patternsOf(foreign).map((pattern) => new RegExp(pattern, 'su'))
  return (given) => {
    const text = plain(given)
    if (text === '' || own.has(text)) return undefined
    if (whole.has(text)) return text
    return (
      inside.find((part) => text.includes(part) && !ownSentences.some((known) => known.includes(part))) ??
      (sentences.some((sentence) => sentence.test(given.trim())) ? given : undefined)
    )
  }
}

/** Long sentences of other catalogues only, for code; libraries contain short ones such as 'Invalid value'. */
export function foreignSentences(language: Language): string[] {
  const { own, whole } = textsAround(language)
  const known = [...own].join('\n')
  return sentencesOf(whole).filter(
    (text) => text.length >= 20 && !known.includes(text) && !/["'`\\]/.test(text),
  )
}

/** The rendered texts of a catalogue: whole ones, and patterns (flags `su`) for texts with values. */
export function catalogueTexts(language: Language): { whole: string[]; patterns: string[] } {
  const texts = variantsOf(language)
  return { whole: texts.filter((text) => !text.includes('{')).map(plain), patterns: patternsOf(texts) }
}

/** One text of the catalogue in this language. */
export function catalogueText(language: Language, key: string): string {
  const message = catalogueOf(language)[key]
  if (typeof message !== 'string') throw new Error(`${key} is not one text`)
  return message
}

function textsAround(language: Language) {
  const own = new Set(variantsOf(language).map(plain))
  const others = ['en-quoted', ...LANGUAGES.filter((other) => other !== language)]
  const foreign = others.flatMap(variantsOf).filter((text) => !own.has(plain(text)))
  const whole = new Set(foreign.filter((text) => !text.includes('{')).map(plain))
  return { own, foreign, whole }
}

const sentencesOf = (whole: ReadonlySet<string>) =>
  [...whole].filter((text) => text.includes(' ') && text.length >= FEWEST_LETTERS)

const VALUE = /\{\w+\}/g
const patternsOf = (texts: string[]) =>
  texts
    .filter((text) => text.includes('{') && text.replaceAll(VALUE, '').replaceAll(/\P{L}/gu, '').length >= 4)
    .map((text) => `^${patternOf(text)}$`)
/** A number for a count, so that '{count} developer' is not found in the title of an offer. */
const patternOf = (text: string) =>
  text
    .split(/(\{\w+\})/)
    .map((part, index) =>
      index % 2 === 0 ? RegExp.escape(part) : part === '{count}' ? '\\d.{0,199}' : '.{1,200}',
    )
    .join('')
const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

const catalogueOf = (locale: string): Record<string, Message> =>
  JSON.parse(readFileSync(new URL(`../../languages/${locale}.json`, import.meta.url), 'utf8'))

function variantsOf(locale: string): string[] {
  return Object.values(catalogueOf(locale))
    .flatMap((message) =>
      typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match)),
    )
    .map((text) => text.replaceAll(/\\([{}])/g, '$1'))
    .flatMap((text) => text.split(/<\/?\w+>/))
    .filter((text) => /\p{L}{3}/u.test(text))
}
