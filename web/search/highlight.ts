/** A piece of a text, where it begins, and whether it is part of what was searched. */
export type Part = { start: number; part: string; isMarked: boolean }

/** Cuts a text where the words of a query occur, without regard to case and accents, as the search does. */
export function highlightParts(text: string, query: string): Part[] {
  const letters = [...text]
  // One folded piece for each letter, so that places in the folded text lead back to the original.
  const folded = letters.map(fold)
  const isMarked = letters.map(() => false)
  for (const word of new Set(fold(query).split(/\s+/))) {
    if (word !== '') markWord(folded, word, isMarked)
  }
  return letters.reduce<Part[]>((parts, letter, place) => {
    const last = parts.at(-1)
    if (last && last.isMarked === isMarked[place]) last.part += letter
    else parts.push({ start: place, part: letter, isMarked: isMarked[place] ?? false })
    return parts
  }, [])
}

function markWord(folded: readonly string[], word: string, isMarked: boolean[]): void {
  const whole = folded.join('')
  const startOf = folded.flatMap((piece, place) => Array<number>(piece.length).fill(place))
  for (let at = whole.indexOf(word); at >= 0; at = whole.indexOf(word, at + 1)) {
    const end = startOf[at + word.length - 1] ?? 0
    for (let place = startOf[at] ?? 0; place <= end; place += 1) isMarked[place] = true
  }
}

const fold = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
