import { fontOf } from './letter-fonts.ts'

/** The replacement for a character that no font has. */
const MISSING = '?'

/** Text in characters that the fonts have: composed accents, stand-ins, and `?` for the rest. */
export const toDrawable = (text: string) =>
  Array.from(normalize(text), (character) => (isDrawable(character) ? character : MISSING)).join('')

/** Whether some characters of the text will be drawn as `?`. */
export const hasMissing = (text: string) => !Array.from(normalize(text)).every(isDrawable)

/** Bidi controls are not drawn either, but layout needs them. */
const isDrawable = (character: string) =>
  /[\s\p{Bidi_Control}]/u.test(character) || fontOf(character.codePointAt(0) ?? 0) !== undefined

const normalize = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(INVISIBLE, '')
    .replaceAll(/./gu, (character) => STAND_INS[character] ?? character)

/**
 * Default ignorable characters, and marks of emoji that a font of one colour has no use for: skin tones and the frame
 * of a key. Joined emoji stand side by side.
 */
const INVISIBLE = /(?!\p{Bidi_Control})\p{Default_Ignorable_Code_Point}|\p{Emoji_Modifier}|\u20e3/gu

/** For common signs that no font has. */
const STAND_INS: Record<string, string> = {
  '→': '->',
  '←': '<-',
  '⇒': '=>',
  '≤': '<=',
  '≥': '>=',
  '≠': '!=',
  '≈': '~',
  '✓': '✔',
  '✗': '✖',
  '★': '⭐',
  '☆': '⭐',
  '●': '•',
  '◦': '•',
  '■': '▪',
  '➜': '➡',
  '➔': '➡',
}
