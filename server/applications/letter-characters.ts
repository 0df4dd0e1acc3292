/** The text as it can be drawn: accents in one with their letters, without what nobody sees, signs that fonts have. */
export const toDrawable = (text: string) =>
  Array.from(text.normalize('NFC'))
    .filter((character) => !INVISIBLE.some(([first, last]) => character >= first && character <= last))
    .map((character) => STAND_INS[character] ?? character)
    .join('')

/** Marks that only steer how emoji are drawn: one colour has no use for them. Joined emoji stand side by side. */
const INVISIBLE = [
  ['\u00ad', '\u00ad'],
  ['\u200b', '\u200f'],
  // Changes of direction by hand.
  ['\u202a', '\u202e'],
  ['\u2060', '\u2069'],
  // The frame of a key.
  ['\u20e3', '\u20e3'],
  ['\ufe00', '\ufe0f'],
  ['\ufeff', '\ufeff'],
  // Skin tones, and the tags of some flags.
  ['\u{1f3fb}', '\u{1f3ff}'],
  ['\u{e0020}', '\u{e007f}'],
] as const

/** Common signs that no font of ours has, and what reads alike. */
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
