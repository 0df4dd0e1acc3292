import type { Comparison } from '../lib/compare-with-bare.ts'
import { wordOf } from '../lib/fill-rows.ts'

type Kind = 'offers' | 'projects' | 'users'
const PATHS: Record<Kind, string> = { offers: 'offers', projects: 'projects', users: 'devs' }

const frequent = wordOf(0)
const medium = wordOf(150)
const rare = wordOf(15_000)

/** Typed words by length; each list is requested in turn. */
export const WORDS: Record<string, string[]> = {
  '1 letter': ['e', 'z', 'j'],
  '2 letters': ['re', 'zu', 'go'],
  '3 letters': ['rea', 'mad', frequent.slice(0, 3)],
  '6 letters': [frequent, medium, rare],
  'two words': [`react ${frequent}`, `madrid ${medium}`, `go ${rare}`],
}

const CALLS = 120
/** The bare count takes up to half a second with 1,000,000 rows. */
const BARE_CALLS = 24

/** The newest 20 hits and their total, against the trigram index alone. */
export const searches = (kind: Kind, words: readonly string[], what: string): Comparison => {
  const wordsOf = (round: number) =>
    Array.from({ length: CALLS }, (_, n) => words[(n + round) % words.length] ?? '')
  const isLong = words.every((word) => word.split(' ').every((part) => part.length >= 3))
  const index = isLong ? `${kind}_search` : `${kind}_grams`
  return {
    what: `search ${kind}: ${what}`,
    connections: 8,
    calls: (_, round) =>
      wordsOf(round).map((word) => ({
        path: `/api/${PATHS[kind]}/search?limit=20&q=${encodeURIComponent(word)}`,
      })),
    statements: [
      `select ${kind}.* from (select rowid from ${index} where ${index} match $match order by rowid desc limit 20) as hit
        join ${kind} on row_no = hit.rowid order by row_no desc`,
      `select count(*) from ${index} where ${index} match $match`,
    ],
    values: (round) =>
      wordsOf(round)
        .slice(0, BARE_CALLS)
        .map((word) => ({ match: matchOf(word, isLong) })),
  }
}

const hex = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join('x')

/** Short words as in the index of grams; of two words with a short one, the first two letters of each. */
const matchOf = (words: string, isLong: boolean): string =>
  words
    .split(' ')
    .map((word) => (isLong ? `"${word}"` : hex(word.slice(0, 2))))
    .join(' AND ')
