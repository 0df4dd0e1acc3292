const QUOTED: ReadonlySet<number> = new Set([1, 2, 3])

/** Whether the text of this type is quoted, in Spanish (NOTIF-04 to NOTIF-06). */
export const isQuoted = (type: number) => QUOTED.has(type)
