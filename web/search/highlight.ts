/** A part of a text with its position and whether it matches the query. */
export type Part = { start: number; part: string; isMarked: boolean }

/** Splits a text at the words of a query, ignoring case and accents as the search does. */
export function highlightParts(text: string, query: string): Part[] {
  const letters = [...text]
  // Folded letter by letter, so that positions in the folded text map back to the original.
  const folded = letters.map(fold)
  const isMarked = letters.map(() => false)
  for (const word of new Set(fold(query).split(/\s+/))) {
    if (word !== '') markWord(folded, word, isMarked)
  }
  return letters.reduce<Part[]>((parts, letter, index) => {
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked[index]) last.part += letter
    else parts.push({ start: index, part: letter, isMarked: isMarked[index] ?? false })
    return parts
  }, [])
}

function markWord(folded: readonly string[], word: string, isMarked: boolean[]): void {
  const whole = folded.join('')
  const startOf = folded.flatMap((piece, index) => Array<number>(piece.length).fill(index))
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
    const end = startOf[at + word.length - 1] ?? 0
    for (let index = startOf[at] ?? 0; index <= end; index += 1) isMarked[index] = true
  }
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
