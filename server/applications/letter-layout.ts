import createBidi, { type EmbeddingLevels } from 'bidi-js'
import LineBreaker from 'linebreak'
import { toDrawable } from './letter-characters.ts'
import { fontOf, MAIN_FONT } from './letter-fonts.ts'

/** A piece of text in one font. */
export type Run = { font: string; text: string }
/** `x` is the distance from the left edge. */
export type PositionedRun = Run & { x: number }
export type Measure = (run: Run) => number

type Direction = 'ltr' | 'rtl'
type Paragraph = { text: string; bidi: EmbeddingLevels; direction: Direction }
/** A part of a paragraph's text, in UTF-16 code units; `end` is exclusive. */
type Range = { start: number; end: number }

const bidi = createBidi()

/**
 * Breaks plain text into lines no wider than `width` (UAX 14) with their runs in visual order (UAX 9). Right-to-left
 * paragraphs are aligned right; one without letters takes the direction of the text.
 */
export function layOut(text: string, width: number, measure: Measure): PositionedRun[][] {
  const drawable = toDrawable(text)
  const main = directionOf(drawable) ?? 'ltr'
  return drawable.split('\n').flatMap((line) => {
    const content = line.replaceAll(/[^\S\u00a0]+/gu, ' ').trim()
    const direction = directionOf(content) ?? main
    const paragraph = { text: content, bidi: bidi.getEmbeddingLevels(content, direction), direction }
    return breakLines(paragraph, width, measure).map((range) =>
      positionRuns(paragraph, range, width, measure),
    )
  })
}

/** Of the first strong character. */
function directionOf(text: string): Direction | undefined {
  for (const character of text) {
    const type = bidi.getBidiCharTypeName(character)
    if (type === 'L') return 'ltr'
    if (type === 'R' || type === 'AL') return 'rtl'
  }
  return undefined
}

function breakLines(paragraph: Paragraph, width: number, measure: Measure): Range[] {
  const lines: Range[] = []
  let start = 0
  let used = 0
  const widthOf = (range: Range) => widthOfRange(paragraph, range, measure)
  for (const word of wordsOf(paragraph.text)) {
    const drawn = withoutLastSpace(paragraph.text, word)
    if (word.start > start && used + widthOf(drawn) > width) {
      lines.push({ start, end: word.start })
      start = word.start
      used = 0
    }
    // Only a word at the start of a line can be wider than the line.
    const parts = start === word.start ? cut(paragraph.text, drawn, width, widthOf) : [drawn]
    lines.push(...parts.slice(0, -1))
    const last = parts.at(-1) ?? drawn
    if (parts.length > 1) start = last.start
    used += widthOf({ start: last.start, end: word.end })
  }
  return [...lines, { start, end: paragraph.text.length }].map((line) =>
    withoutLastSpace(paragraph.text, line),
  )
}

/** The parts between break opportunities, each with its trailing space. */
function wordsOf(text: string): Range[] {
  const breaker = new LineBreaker(text)
  const words: Range[] = []
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    words.push({ start: words.at(-1)?.end ?? 0, end: next.position })
  }
  return words
}

const withoutLastSpace = (text: string, { start, end }: Range): Range => ({
  start,
  end: end > start && text[end - 1] === ' ' ? end - 1 : end,
})

const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

/** Cuts a word that is wider than a line between graphemes; each part but the last fills a line. */
function cut(text: string, word: Range, width: number, widthOf: (range: Range) => number): Range[] {
  if (widthOf(word) <= width) return [word]
  const segments = [...graphemes.segment(text.slice(word.start, word.end))]
  const starts = [...segments.map(({ index }) => word.start + index), word.end]
  const parts: Range[] = []
  for (let first = 0; first < segments.length; ) {
    const partOf = (count: number) => ({
      start: starts[first] ?? word.end,
      end: starts[first + count] ?? word.end,
    })
    const count = largestWhere(segments.length - first, (count) => widthOf(partOf(count)) <= width)
    parts.push(partOf(count))
    first += count
  }
  return parts
}

/** The largest number from 1 to `max` that fits, at least 1, by galloping search. */
function largestWhere(max: number, fits: (count: number) => boolean): number {
  let low = 1
  let high = 2
  while (high <= max && fits(high)) {
    low = high
    high *= 2
  }
  high = Math.min(high, max + 1)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle
  }
  return low
}

const widthOfRange = (paragraph: Paragraph, range: Range, measure: Measure) =>
  runsOf(paragraph, range).reduce((sum, run) => sum + measure(run), 0)

function positionRuns(paragraph: Paragraph, range: Range, width: number, measure: Measure): PositionedRun[] {
  const runs = runsOf(paragraph, range).map((run) => ({ ...run, width: measure(run) }))
  const used = runs.reduce((sum, run) => sum + run.width, 0)
  let x = paragraph.direction === 'rtl' ? width - used : 0
  const positioned: PositionedRun[] = []
  for (const { font, text, width: advance } of runs) {
    if (text !== ' ') positioned.push({ font, text, x })
    x += advance
  }
  return positioned
}

/** The runs of a line from left to right. A run is of one font, one level, and either one space or without spaces. */
function runsOf({ text, bidi: embedding }: Paragraph, { start, end }: Range): Run[] {
  if (start >= end) return []
  const parts: (Range & { font: string; level: number })[] = []
  for (const index of visualOrder(text, embedding, { start, end })) {
    const level = embedding.levels[index] ?? 0
    const font = fontAt(text, index)
    const last = parts.at(-1)
    const isNeighbour = last && (last.end === index || last.start === index + 1)
    const hasSpace = text[index] === ' ' || (last && text[last.start] === ' ')
    if (isNeighbour && !hasSpace && last.font === font && last.level === level) {
      last.start = Math.min(last.start, index)
      last.end = Math.max(last.end, index + 1)
    } else parts.push({ start: index, end: index + 1, font, level })
  }
  return parts.flatMap(({ start, end, font, level }) => {
    const drawn = text.slice(start, end).replaceAll(/\p{Bidi_Control}/gu, '')
    return drawn === '' ? [] : [{ font, text: level % 2 === 1 ? toRightToLeft(drawn) : drawn }]
  })
}

/** The indices of a line from left to right. */
function visualOrder(text: string, embedding: EmbeddingLevels, { start, end }: Range): number[] {
  const indices = Array.from({ length: end - start }, (_, offset) => start + offset)
  for (const [first = 0, last = 0] of bidi.getReorderSegments(text, embedding, start, end - 1)) {
    const turned = indices.slice(first - start, last - start + 1).reverse()
    indices.splice(first - start, turned.length, ...turned)
  }
  return indices
}

/** Fonts reverse a run with right-to-left letters themselves; signs alone are reversed here. */
function toRightToLeft(text: string): string {
  const characters = Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character)
  return directionOf(text) === 'rtl' ? characters.join('') : characters.reverse().join('')
}

/** The font of the character that a code unit belongs to. */
function fontAt(text: string, index: number): string {
  const isLowSurrogate = /[\udc00-\udfff]/.test(text[index] ?? '')
  return fontOf(text.codePointAt(isLowSurrogate ? index - 1 : index) ?? 0)?.name ?? MAIN_FONT
}
