import { directionOf, inVisualOrder, isRtlLetter, type Level, levelsOf } from './letter-bidi.ts'
import { toDrawable } from './letter-characters.ts'
import { fontOf, MAIN_FONT } from './letter-fonts.ts'

/** A piece of text in one font. */
export type Run = { font: string; text: string }
/** With its place on the line, from the left edge. */
export type PlacedRun = Run & { x: number }
export type Measure = (run: Run) => number

/** What is drawn for a character that no font has. */
const MISSING = '?'

type Character = { text: string; level: Level; font: string }
type Piece = Run & { level: Level; width: number }
/** `gap` is the level of the space before it. */
type Word = { pieces: Piece[]; width: number; gap: Level }

/**
 * Breaks plain text into lines no wider than `width`, each piece at its place. Right-to-left paragraphs begin at
 * the right; one without letters goes with the text.
 */
export function layOut(text: string, width: number, measure: Measure): PlacedRun[][] {
  const space = measure({ font: MAIN_FONT, text: ' ' })
  const drawable = toDrawable(text)
  const direction = directionOf(drawable) ?? 0
  return drawable.split('\n').flatMap((paragraph) => {
    const base = directionOf(paragraph) ?? direction
    const words = wordsOf(paragraph, base).flatMap((word) => cut(word, width, measure))
    return breakLines(words, width, space).map((line) => place(line, { width, space, base }))
  })
}

/** Whether some characters of the text will be drawn as a question mark. */
export function hasMissing(text: string): boolean {
  return Array.from(toDrawable(text)).some((character) => fontFor(character) === undefined)
}

function breakLines(words: Word[], width: number, space: number): Word[][] {
  const lines: Word[][] = []
  let line: Word[] = []
  let used = 0
  for (const word of words) {
    const needed = line.length === 0 ? word.width : used + space + word.width
    if (line.length > 0 && needed > width) {
      lines.push(line)
      line = [word]
      used = word.width
    } else {
      line.push(word)
      used = needed
    }
  }
  return [...lines, line]
}

type Room = { width: number; space: number; base: 0 | 1 }

function place(line: Word[], { width, space, base }: Room): PlacedRun[] {
  const items = line.flatMap(({ pieces, gap }, index) =>
    index === 0 ? pieces : [{ font: MAIN_FONT, text: ' ', level: gap, width: space }, ...pieces],
  )
  const used = items.reduce((sum, item) => sum + item.width, 0)
  let end = base === 1 ? width - used : 0
  return inVisualOrder(items)
    .map(({ font, text, width: own }) => {
      end += own
      return { font, text, x: end - own }
    })
    .filter(({ text }) => text !== ' ')
}

/** The words of a paragraph, each character with its level and its font, and the level of the space before. */
function wordsOf(paragraph: string, base: 0 | 1): { characters: Character[]; gap: Level }[] {
  const characters = Array.from(paragraph)
  const levels = levelsOf(characters, base)
  const words: { characters: Character[]; gap: Level }[] = []
  let gap: Level | undefined = base
  for (const [index, character] of characters.entries()) {
    const level = levels[index] ?? base
    if (/\s/u.test(character)) gap = level
    else {
      if (gap !== undefined) words.push({ characters: [], gap })
      gap = undefined
      const font = fontFor(character)
      const text = font === undefined ? MISSING : character
      words.at(-1)?.characters.push({ text, level, font: font ?? MAIN_FONT })
    }
  }
  return words
}

/** A word, or the pieces of one that is longer than a line, cut between characters as people see them. */
function cut({ characters, gap }: { characters: Character[]; gap: Level }, width: number, measure: Measure) {
  const build = (part: Character[], before: Level): Word => {
    const pieces = piecesOf(part).map((piece) => ({ ...piece, width: measure(piece) }))
    return { pieces, width: pieces.reduce((sum, piece) => sum + piece.width, 0), gap: before }
  }
  const whole = build(characters, gap)
  if (whole.width <= width) return [whole]
  const ends = endsOf(characters)
  const last = ends.length - 1
  const usual = Math.max(1, Math.floor((last * width) / whole.width))
  const parts: Word[] = []
  for (let from = 0; from < last; ) {
    const upTo = (to: number) => build(characters.slice(ends[from], ends[to]), gap)
    let to = Math.min(from + usual, last)
    let part = upTo(to)
    while (part.width > width && to > from + 1) {
      to -= 1
      part = upTo(to)
    }
    while (to < last) {
      const longer = upTo(to + 1)
      if (longer.width > width) break
      to += 1
      part = longer
    }
    parts.push(part)
    from = to
  }
  return parts
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Where each of what people see as one character ends, from the beginning on. */
function endsOf(characters: Character[]): number[] {
  const ends = [0]
  for (const { segment } of graphemes.segment(characters.map(({ text }) => text).join('')))
    ends.push((ends.at(-1) ?? 0) + Array.from(segment).length)
  return ends
}

/** Neighbours of one font and one level together. */
function piecesOf(characters: Character[]): (Run & { level: Level })[] {
  const pieces: (Run & { level: Level })[] = []
  for (const { text, level, font } of characters) {
    const last = pieces.at(-1)
    if (last?.font === font && last.level === level) last.text += text
    else pieces.push({ font, text, level })
  }
  return pieces.map((piece) => (piece.level === 1 ? { ...piece, text: fromTheRight(piece.text) } : piece))
}

/** Fonts turn what has right-to-left letters by themselves, but not signs alone. */
function fromTheRight(text: string): string {
  const characters = Array.from(text, (character) => MIRRORED[character] ?? character)
  return characters.some(isRtlLetter) ? text : characters.reverse().join('')
}

/** In a word from the right, what opens stands on the right and has to look so. */
const MIRRORED: Record<string, string> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
}

const fontFor = (character: string) => fontOf(character.codePointAt(0) ?? 0)?.name
