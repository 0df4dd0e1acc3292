const QUOTED: ReadonlySet<number> = new Set([1, 2, 3])

/** Whether the specification quotes the text of this type, in Spanish. */
export const isQuoted = (type: number) => QUOTED.has(type)
