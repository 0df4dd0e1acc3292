import { fontOf, MAIN_FONT } from './letter-fonts.ts'

/** A piece of text in one font. */
export type Run = { font: string; text: string }
/** A word with its width and its place on the line, from the left edge. */
export type PlacedWord = { runs: Run[]; x: number }
export type Measure = (run: Run) => number

/** What is drawn for a character that no font has. */
const MISSING = '?'

type Word = { runs: Run[]; width: number; isRtl: boolean }

/**
 * Breaks plain text into lines no wider than `width`, each word at its place. Right-to-left paragraphs begin at
 * the right; words of the other direction keep their own order among themselves.
 */
export function layOut(text: string, width: number, measure: Measure): PlacedWord[][] {
  const space = measure({ font: MAIN_FONT, text: ' ' })
  return text.split('\n').flatMap((paragraph) => {
    const words = paragraph.split(/\s+/u).filter((word) => word !== '')
    if (words.length === 0) return [[]]
    const isRtl = directionOf(paragraph) === 'rtl'
    const measured = words.flatMap((word) => measureWord(word, width, isRtl, measure))
    return breakLines(measured, width, space).map((line) => place(line, width, space, isRtl))
  })
}

/** Whether some characters of the text will be drawn as a question mark. */
export function hasMissing(text: string): boolean {
  return Array.from(withoutInvisible(text)).some((character) => fontFor(character) === undefined)
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

function place(line: Word[], width: number, space: number, isRtl: boolean): PlacedWord[] {
  const inOrder = inVisualOrder(line, isRtl)
  const used = inOrder.reduce((sum, word) => sum + word.width, 0) + space * (inOrder.length - 1)
  let x = isRtl ? width - used : 0
  return inOrder.map(({ runs, width: wordWidth }) => {
    const placed = { runs, x }
    x += wordWidth + space
    return placed
  })
}

/** Sequences of words against the direction of the paragraph are turned around. */
function inVisualOrder(line: Word[], isRtl: boolean): Word[] {
  const turned: Word[] = []
  let against: Word[] = []
  for (const word of isRtl ? line.toReversed() : line) {
    if (word.isRtl === isRtl) {
      turned.push(...against.toReversed(), word)
      against = []
    } else against.push(word)
  }
  return [...turned, ...against.toReversed()]
}

/** A word, or the pieces of one that is longer than a line. */
function measureWord(text: string, width: number, paragraphIsRtl: boolean, measure: Measure): Word[] {
  const direction = directionOf(text)
  const isRtl = direction === undefined ? paragraphIsRtl && !/\d/.test(text) : direction === 'rtl'
  const build = (part: string): Word => {
    const runs = runsOf(part, isRtl)
    return { runs, width: runs.reduce((sum, run) => sum + measure(run), 0), isRtl }
  }
  const whole = build(text)
  if (whole.width <= width) return [whole]
  const pieces: string[] = ['']
  for (const { segment } of graphemes.segment(text)) {
    const longer = (pieces.at(-1) ?? '') + segment
    if (build(longer).width > width && pieces.at(-1) !== '') pieces.push(segment)
    else pieces[pieces.length - 1] = longer
  }
  return pieces.map(build)
}

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Neighbours of the same font together, in the order in which they are drawn. */
function runsOf(word: string, isRtl: boolean): Run[] {
  const runs: Run[] = []
  for (const character of withoutInvisible(word)) {
    const last = runs.at(-1)
    const known = fontFor(character)
    const font = known ?? MAIN_FONT
    const text = known === undefined ? MISSING : isRtl ? (MIRRORED[character] ?? character) : character
    if (last?.font !== font) runs.push({ font, text })
    // Signs of the Latin font follow each other from the right as well.
    else if (isRtl && font === MAIN_FONT && SIGN.test(character)) last.text = text + last.text
    else last.text += text
  }
  return isRtl ? runs.toReversed() : runs
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

const SIGN = /[^\p{L}\p{N}]/u

const fontFor = (character: string) => fontOf(character.codePointAt(0) ?? 0)?.name

/** Marks that only steer how emoji are drawn: one colour has no use for them. Joined emoji stand side by side. */
const withoutInvisible = (text: string) =>
  Array.from(text)
    .filter((character) => !INVISIBLE.some(([first, last]) => character >= first && character <= last))
    .join('')

const INVISIBLE = [
  ['\u200b', '\u200f'],
  ['\u2060', '\u2060'],
  ['\ufe00', '\ufe0f'],
  ['\ufeff', '\ufeff'],
  // Skin tones, and the tags of some flags.
  ['\u{1f3fb}', '\u{1f3ff}'],
  ['\u{e0020}', '\u{e007f}'],
] as const

const RTL = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const STRONG = /\p{L}/u

/** The direction of the first letter; undefined for digits and signs. */
function directionOf(text: string): 'ltr' | 'rtl' | undefined {
  const first = STRONG.exec(text)?.[0]
  return first === undefined ? undefined : RTL.test(first) ? 'rtl' : 'ltr'
}
