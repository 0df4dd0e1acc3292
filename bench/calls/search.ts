import type { Comparison } from '../lib/beside-bare.ts'
import { wordOf } from '../lib/fill-rows.ts'

type Kind = 'offers' | 'projects' | 'users'
const PATHS: Record<Kind, string> = { offers: 'offers', projects: 'projects', users: 'devs' }

const frequent = wordOf(0)
const medium = wordOf(150)
const rare = wordOf(15_000)

/** What people type, by its length in letters; each list is asked in turn. */
export const WORDS: Record<string, string[]> = {
  '1 letter': ['e', 'z', 'j'],
  '2 letters': ['re', 'zu', 'go'],
  '3 letters': ['rea', 'mad', frequent.slice(0, 3)],
  '6 letters': [frequent, medium, rare],
  'two words': [`react ${frequent}`, `madrid ${medium}`, `go ${rare}`],
}

const CALLS = 120
/** It counts anew every time, which takes it up to half a second among 1,000,000. */
const BARE_CALLS = 24

/** Page and total of the newest 20 that a word finds, against the trigram index alone. */
export const searches = (kind: Kind, words: readonly string[], what: string): Comparison => {
  const asked = (round: number) =>
    Array.from({ length: CALLS }, (_, n) => words[(n + round) % words.length] ?? '')
  const isLong = words.every((word) => word.split(' ').every((part) => part.length >= 3))
  const index = isLong ? `${kind}_search` : `${kind}_grams`
  return {
    what: `search ${kind}: ${what}`,
    connections: 8,
    calls: (_, round) =>
      asked(round).map((word) => ({
        path: `/api/${PATHS[kind]}/search?limit=20&q=${encodeURIComponent(word)}`,
      })),
    statements: [
      `select ${kind}.* from (select rowid from ${index} where ${index} match $match order by rowid desc limit 20) as hit
        join ${kind} on row_no = hit.rowid order by row_no desc`,
      `select count(*) from ${index} where ${index} match $match`,
    ],
    values: (round) =>
      asked(round)
        .slice(0, BARE_CALLS)
        .map((word) => ({ match: matchOf(word, isLong) })),
  }
}

const hex = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0).toString(16)).join('x')

/** A short word as the index of grams has it; of two words with a short one among them, the longer one's start. */
const matchOf = (words: string, isLong: boolean): string =>
  words
    .split(' ')
    .map((word) => (isLong ? `"${word}"` : hex(word.slice(0, 2))))
    .join(' AND ')
