import { readFileSync } from 'node:fs'
import { projectFile } from '../lib/project-files.ts'

/** A font file, and its characters. */
export type LetterFont = { name: string; file: string; covers: (codePoint: number) => boolean }

const fontFile = (name: string) => projectFile(`server/applications/fonts/${name}`)

/** In order of precedence: letters before the digits and signs that emoji fonts contain. */
export const LETTER_FONTS: readonly LetterFont[] = Object.entries(
  JSON.parse(readFileSync(fontFile('ranges.json'), 'utf8')) as Record<string, string>,
).map(([name, ranges]) => ({
  name,
  file: fontFile(`${name}.ttf`),
  covers: coverage(ranges),
}))

/** The Latin font, for the letter's own texts. */
export const MAIN_FONT = LETTER_FONTS[0]?.name ?? ''

const found = new Map<number, LetterFont | undefined>()

/** The font for a character; undefined when none has it. */
export function fontOf(codePoint: number): LetterFont | undefined {
  if (!found.has(codePoint)) {
    found.set(
      codePoint,
      LETTER_FONTS.find((font) => font.covers(codePoint)),
    )
  }
  return found.get(codePoint)
}

/** Parses a CSS unicode-range: `U+0000-00FF,U+0131`. */
function coverage(ranges: string) {
  const pairs = ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const
  })
  return (codePoint: number) => pairs.some(([first, last]) => codePoint >= first && codePoint <= last)
}
