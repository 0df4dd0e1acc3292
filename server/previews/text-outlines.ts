import { type Font, openSync } from 'fontkit'
import { fontOf } from '../applications/letter-fonts.ts'
import { projectFile } from '../lib/project-files.ts'

const FILES = { text: 'inter-regular.ttf', strong: 'inter-semibold.ttf', heading: 'bricolage-bold.ttf' }
export type FontName = keyof typeof FILES

const fonts = new Map<string, Font>()

/** Servers have no fonts installed, so fonts are loaded from our files. */
function openFont(file: string): Font {
  const known = fonts.get(file)
  if (known) return known
  const font = openSync(file)
  if (font.type === 'TTC' || font.type === 'DFont') throw new Error(`${file} is a collection`)
  fonts.set(file, font as Font)
  return font as Font
}

const mainFont = (name: FontName) => openFont(projectFile(`server/fonts/${FILES[name]}`))

type Style = { font: FontName; size: number; width: number; maxLines: number }

/** The text in lines that fit, truncated with an ellipsis. */
export function wrap(
  text: string,
  { font, size, width, maxLines }: Style,
): { lines: string[]; isWhole: boolean } {
  const fits = (line: string) => widthOf(font, line, size) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    if (lines.length > maxLines) break
  }
  if (line !== '') lines.push(line)
  const isWhole = lines.length <= maxLines && lines.every(fits)
  const shown = lines.slice(0, maxLines)
  return {
    isWhole,
    lines: shown.map((each, index) => {
      const isCut = index === maxLines - 1 && lines.length > maxLines
      return isCut || !fits(each) ? shortened(each, fits) : each
    }),
  }
}

function shortened(line: string, fits: (line: string) => boolean): string {
  const characters = Array.from(line)
  const ended = () => `${characters.join('').replace(/[\s,;:.–-]+$/, '')}…`
  while (characters.length > 1 && !fits(ended())) characters.pop()
  return ended()
}

/** One line as SVG paths whose baseline begins at (x, y): outlines cannot contain markup. */
export function outline(
  text: string,
  font: FontName,
  size: number,
  [x, y]: readonly [number, number],
): string {
  let at = x
  return runsOf(font, text)
    .map((run) => {
      const { glyphs, positions, advanceWidth } = run.font.layout(run.text)
      const scale = size / run.font.unitsPerEm
      let left = 0
      const paths = glyphs.map((glyph, index) => {
        const path = glyph.path.toSVG()
        const from = left + (positions[index]?.xOffset ?? 0)
        left += positions[index]?.xAdvance ?? 0
        return path && `<path transform="translate(${from.toFixed(1)} 0)" d="${path}"/>`
      })
      const start = at
      at += advanceWidth * scale
      return `<g transform="translate(${start.toFixed(1)} ${y}) scale(${scale} ${-scale})">${paths.join('')}</g>`
    })
    .join('')
}

const widthOf = (font: FontName, text: string, size: number) =>
  runsOf(font, text).reduce(
    (sum, run) => sum + (run.font.layout(run.text).advanceWidth * size) / run.font.unitsPerEm,
    0,
  )

type Run = { font: Font; text: string }

/** Letters missing in the main font come from the fonts of the cover letters; others are omitted. */
function runsOf(name: FontName, text: string): Run[] {
  const main = mainFont(name)
  const runs: Run[] = []
  for (const character of text.normalize('NFC')) {
    const codePoint = character.codePointAt(0) ?? 0
    const other = main.hasGlyphForCodePoint(codePoint) ? undefined : fontOf(codePoint)?.file
    if (other === undefined && !main.hasGlyphForCodePoint(codePoint)) continue
    const font = other === undefined ? main : openFont(other)
    const last = runs.at(-1)
    if (last?.font === font) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}
