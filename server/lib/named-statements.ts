import { isPrepared } from './prepared.ts'

type Statement = { text: string; values: unknown[]; name?: string }

/** Each connection holds all of them, hence the limit; the most frequent ones come first. */
const MAX_NAMED = 300

/**
 * Names recurring statements, so that PostgreSQL parses and plans them once per connection. Limit and offset become
 * literals: a generic plan assumes a tenth of the table, a hundred times slower. Pages after the first are rare and
 * stay unnamed.
 */
export function namedStatements(): (text: string, values: readonly unknown[]) => Statement {
  const names = new Map<string, string>()
  const written = new Map<string, Written>()

  return (text, values) => {
    if (!isPrepared(text)) return { text, values: [...values] }
    const places = rangePlaces(text)
    const key = places.length === 0 ? text : `${places.map((place) => values[place]).join(' ')} ${text}`
    const known = written.get(key) ?? writeRange(text, values)
    const given = { text: known.text, values: known.others.map((place) => values[place]) }
    if (known.offset !== 0) return given
    const name = names.get(known.text) ?? (names.size < MAX_NAMED ? `puente_${names.size}` : undefined)
    if (name === undefined) return given
    names.set(known.text, name)
    written.set(key, known)
    return { ...given, name }
  }
}

/** A text with literal limit and offset, and the indexes of the remaining values. */
type Written = { text: string; others: number[]; offset: number }

const placesOf = new Map<string, number[]>()

/** The values that are limit or offset. Bounded by the number of prepared statements. */
function rangePlaces(text: string): number[] {
  const known = placesOf.get(text)
  if (known) return known
  const places = Array.from(text.matchAll(/\b(?:limit|offset) \$(\d+)/g), ([, place]) => Number(place) - 1)
  placesOf.set(text, places)
  return places
}

function writeRange(text: string, values: readonly unknown[]): Written {
  const others: number[] = []
  let offset = 0
  const written = text.replaceAll(
    /(?:\b(limit|offset) )?\$(\d+)/g,
    (_, word: string | undefined, number: string) => {
      const place = Number(number) - 1
      const value = values[place]
      if (word !== undefined && Number.isSafeInteger(value)) {
        if (word === 'offset') offset = Number(value)
        return `${word} ${value}`
      }
      if (!others.includes(place)) others.push(place)
      return `${word === undefined ? '' : `${word} `}$${others.indexOf(place) + 1}`
    },
  )
  return { text: written, others, offset }
}
