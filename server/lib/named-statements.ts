import { isPrepared } from './prepared.ts'

type Statement = { text: string; values: unknown[]; name?: string }

/** Each connection keeps every named statement until it closes: none is evicted, later ones get no name. */
const MAX_NAMES = 300

/**
 * Names the statements of `prepared`, so that PostgreSQL parses and plans each of them once a connection. Limit and
 * offset are written into the text: a plan for any limit expects a tenth of the table, and is a hundred times as slow.
 * Later pages are many and different, so only first pages get a name.
 */
export function namedStatements(): (text: string, values: readonly unknown[]) => Statement {
  const names = new Map<string, string>()

  return (text, given) => {
    if (!isPrepared(text)) return { text, values: [...given] }
    const values: unknown[] = []
    let isFirstPage = true
    const written = text.replaceAll(/(\blimit |\boffset )?\$(\d+)/g, (_, clause = '', number: string) => {
      const value = given[Number(number) - 1]
      if (clause === '' || !Number.isSafeInteger(value)) return `${clause}$${values.push(value)}`
      if (clause === 'offset ' && value !== 0) isFirstPage = false
      return `${clause}${value}`
    })
    const name = names.get(written) ?? (names.size < MAX_NAMES ? `puente_${names.size}` : undefined)
    if (!isFirstPage || name === undefined) return { text: written, values }
    names.set(written, name)
    return { text: written, values, name }
  }
}
