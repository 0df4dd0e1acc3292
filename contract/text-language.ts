import { LANGUAGES, type Language } from './locale.ts'

/** Frequent words that no other language here has; one without a list is not recognised. */
const WORDS: Partial<Record<Language, ReadonlySet<string>>> = {
  en: wordSet(
    'the of and to in is that for it with was on are this be by have from or not which you your we our at an will how ' +
      'what who their them they can more but when than into i my where there been about',
  ),
  es: wordSet(
    'de la que el en los se del las por un con una su para es al lo como más pero sus y esta este cuando muy también hay ' +
      'donde desde nos ser mi tu quien porque hasta entre ni qué cómo cada les te',
  ),
}

/** Enough to know the language of 5,000 characters. */
const READ = 1000
const FEWEST = 3

/**
 * The language of user content, by its most frequent words; undefined for short, mixed and other texts. For the
 * `lang` of a text, which decides pronunciation and hyphenation.
 */
export function languageOf(text: string): Language | undefined {
  const words =
    text
      .slice(0, READ)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const counts = LANGUAGES.map((language) => {
    const known = WORDS[language]
    return { language, count: known ? words.filter((word) => known.has(word)).length : 0 }
  }).sort((a, b) => b.count - a.count)
  const [first, second] = counts
  if (!first || first.count < FEWEST || first.count < 3 * (second?.count ?? 0)) return undefined
  return first.language
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
