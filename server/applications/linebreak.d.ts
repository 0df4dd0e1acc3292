/** Unicode line breaking (UAX 14); the package has no types of its own. */
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next break opportunity, in UTF-16 code units. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
