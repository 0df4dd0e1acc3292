import { isPrepared } from './prepared.ts'

type Statement = { text: string; values: unknown[]; name?: string }

/** Each connection keeps all of them, so there is an end; those that come first come most. */
const MAX_NAMED = 300

/**
 * What comes again and again gets a name, under which PostgreSQL reads and plans it once a connection. Limit and
 * offset stand in the text as numbers: a plan for any of them is one for a tenth of the table, a hundred times as
 * slow. Pages behind the first are many and different, so they have no name.
 */
export function namedStatements(): (text: string, values: readonly unknown[]) => Statement {
  const names = new Map<string, string>()
  return (text, values) => {
    if (!isPrepared(text)) return { text, values: [...values] }
    const { offset, ...written } = writeRange(text, values)
    if (offset !== 0) return written
    const name = names.get(written.text) ?? (names.size < MAX_NAMED ? `puente_${names.size}` : undefined)
    if (name === undefined) return written
    names.set(written.text, name)
    return { ...written, name }
  }
}

function writeRange(text: string, values: readonly unknown[]) {
  const others: unknown[] = []
  let offset = 0
  const places = new Map<string, number>()
  const written = text.replaceAll(
    /(?:\b(limit|offset) )?\$(\d+)/g,
    (_, word: string | undefined, place: string) => {
      const value = values[Number(place) - 1]
      if (word !== undefined && Number.isSafeInteger(value)) {
        if (word === 'offset') offset = Number(value)
        return `${word} ${value}`
      }
      const known = places.get(place) ?? others.push(value)
      places.set(place, known)
      return `${word === undefined ? '' : `${word} `}$${known}`
    },
  )
  return { text: written, values: others, offset }
}
