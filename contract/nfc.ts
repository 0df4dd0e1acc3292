/** A letter and its decomposed accents, in code units: twice the length in Vietnamese. */
const DECOMPOSED_LETTER = 4
/** ICU orders a run of marks in quadratic time; real text has at most 30 in a row (UAX 15, stream-safe text). */
const LONG_MARKS = /(?<!\p{M})\p{M}{31}/u

/** Whether the text exceeds `max` code units in every normal form: a cheap check before any other work on it (X1). */
export const isTooLong = (text: string, max: number): boolean => text.trim().length > DECOMPOSED_LETTER * max

/** The text in NFC, in linear time; undefined if it has more than 30 combining marks in a row. */
export const toNfc = (text: string): string | undefined =>
  LONG_MARKS.test(text) ? undefined : text.normalize('NFC')
