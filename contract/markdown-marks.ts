/** Whether a text may hold Markdown. Cheap, as most texts hold none: only one that does loads the parser. */
export const mayHoldMarks = (text: string) => /[*_`[\\]|^\s{0,3}(?:#{1,6}\s|>|~~~|\d{1,9}[.)]\s)/m.test(text)
