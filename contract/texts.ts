/** Every interface text, a function each, in the locale of the request or document (languages/). */
export * as m from '../languages/compiled/messages/_index.js'

/** A text that is written when it is needed, in the locale of that moment. */
export type Text = () => string
